"""Checks every link, picture and script of a built site: `python docs/site/links.py FOLDER`. Nothing is fetched."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag


class Page(HTMLParser):
    """The addresses that a page names, and the places that it has."""

    def __init__(self, path):
        super().__init__()
        self.links, self.places, self.loaded = [], {""}, []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.places.update(found[key] for key in ("id", "name") if found.get(key))
        if tag == "a" and found.get("href") is not None:
            self.links.append(found["href"])
        for key in ("src", "href"):
            if tag != "a" and tag != "base" and found.get(key):
                self.loaded.append(found[key])


def main():
    root = Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in sorted(root.rglob("*.html"))}
    wrong, seen = [], 0
    for path, page in pages.items():
        is_missing = path.name == "404.html"
        for link in page.loaded:
            if "://" in link and "canonical" not in link:
                wrong.append(f"{path.relative_to(root)} fetches {link}")
        for link in [] if is_missing else page.links + page.loaded:
            if "://" in link or link.startswith(("mailto:", "javascript:", "data:")):
                continue
            seen += 1
            file, place = urldefrag(link)
            target = (path.parent / unquote(file)).resolve() if file else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                wrong.append(f"{path.relative_to(root)}: {link} is not there")
            elif target in pages and unquote(place) not in pages[target].places and not place.startswith("__"):
                wrong.append(f"{path.relative_to(root)}: {link} has no such place")
    print(f"{len(pages)} pages, {seen} links")
    if wrong or seen < 500:
        sys.exit("\n".join(wrong) or "too few links: is this the site?")


if __name__ == "__main__":
    main()
