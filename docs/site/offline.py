"""Makes a built site fetch nothing: `python docs/site/offline.py FOLDER`. The one script from elsewhere becomes ours."""

import re
import shutil
import sys
from pathlib import Path

SCRIPT = '<script src="https://unpkg.com/iframe-worker/shim"></script>'


def main():
    root = Path(sys.argv[1])
    shutil.copy(Path(__file__).with_name("worker.js"), root / "assets/worker.js")
    for path in root.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        up = re.search(r'href="(/?(?:\.\./)*)assets/', text).group(1)
        path.write_text(text.replace(SCRIPT, f'<script src="{up}assets/worker.js"></script>'), encoding="utf-8")


if __name__ == "__main__":
    main()
