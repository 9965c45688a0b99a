//! Tests: files that break a rule of XML and are read, files that are refused, and limits.

use std::time::{Duration, Instant};

use super::*;

/// The error of a file.
fn refused(text: &str) -> String {
    let read = XmlText::new(text.as_bytes()).and_then(|text| text.document().map(|_| ()));
    read.unwrap_err().to_string()
}

/// The names of all elements with their lines.
fn names(text: &str) -> Vec<(String, usize)> {
    let text = XmlText::new(text.as_bytes()).unwrap();
    let document = text.document().unwrap();
    document.elements().map(|element| (element.name().to_owned(), element.line())).collect()
}

#[test]
fn what_files_of_robots_do_is_read() {
    let plain = vec![("a".to_owned(), 2), ("b".to_owned(), 3)];
    for text in [
        "\n<a>\n<b/></a>",
        "\u{feff}\n<a>\n<b/></a>\n\0\n",
        "\n<a><!-- -- <c> é --->\n<b/></a> end",
        "<!-- one --><?xml version=\"1.0\"?>\r\n<a>\n<b x='>'/></a><!-- two -->",
        "\n<a xmlns='urn:d'>\n<b/>&lt;<![CDATA[<c>]]></a>",
    ] {
        assert_eq!(names(text), plain, "{text:?}");
    }
    assert_eq!(
        names("<a><x:b y:c='1' c='2'></x:b></a>"),
        [("a".to_owned(), 1), ("x:b".to_owned(), 1)]
    );
    let text = XmlText::new(b"<a x:n='p' n='a&amp;&#98;' m='\n'><![CDATA[1 ]]>2<b/>3</a>").unwrap();
    let document = text.document().unwrap();
    let root = document.root();
    assert_eq!(root.attributes().collect::<Vec<_>>(), ["x:n", "n", "m"]);
    assert_eq!((root.attribute("n"), root.attribute("m")), (Some("a&b"), Some(" ")));
    assert_eq!(root.texts().collect::<Vec<_>>(), ["1 2", "3"]);
}

#[test]
fn what_is_no_xml_is_refused_with_its_line() {
    for (text, expected) in [
        ("", "line 1: there is no element"),
        ("\n only text", "line 1: there is no element"),
        ("<a>\n<b>\n</a>", "line 3: not well-formed XML: expected 'b' tag, not 'a'"),
        ("<a>\n<b>\n</b>\n", "line 4: the file ends inside an element"),
        ("<a>\n<b", "line 2: the file ends inside an element"),
        ("<a>\n<b c='>", "line 2: the file ends inside an element"),
        ("<a>\n<!-- </a>", "line 2: the file ends inside a comment"),
        ("<a/>\n<b/>", "line 2: there is a second outermost element"),
        ("<a/>\n</b>", "line 2: not well-formed XML: unknown token"),
        ("<a\nb='1'\nb='2'/>", "line 3: attribute 'b' is there twice"),
        ("<a>\n&c;</a>", "line 2: not well-formed XML: unknown entity reference 'c'"),
        ("<a>\n<b c=1/></a>", "line 2: not well-formed XML"),
        ("<a>\n<b < c/></a>", "line 2: not well-formed XML"),
        ("<!-- <!DOCTYPE a> -->\n<!DOCTYPE a>\n<a/>", "line 2: a document type definition"),
        (
            "<!DOCTYPE a [<!ENTITY b \"cc\">]><a>&b;</a>",
            "line 1: a document type definition is not supported",
        ),
    ] {
        let found = refused(text);
        assert!(found.starts_with(expected), "{text:?}: {found}");
    }
    let not_text = XmlText::new(b"<a>\n\xff</a>").err().unwrap();
    assert_eq!(not_text.to_string(), "line 2: this is no UTF-8 text");
}

/// None of these may take the square of its length.
#[test]
fn no_file_takes_long() {
    const MANY: usize = 20_000;
    let list = |piece: &dyn Fn(usize) -> String| (0..MANY).map(piece).collect::<String>();
    let start = Instant::now();
    let deep = format!("{}{}", "<a>".repeat(MANY), "</a>".repeat(MANY));
    assert_eq!(names(&deep).len(), MANY);
    let opens = list(&|number| format!("<a xmlns:n{number}='u{number}'>"));
    assert_eq!(names(&(opens + &"</a>".repeat(MANY))).len(), MANY);
    let flat = list(&|number| format!("<b xmlns:c='{number}'/>"));
    assert_eq!(names(&format!("<a>{flat}</a>")).len(), MANY + 1);
    let pieces = list(&|_| "<![CDATA[x]]>&lt;".to_owned());
    assert_eq!(names(&format!("<a>{pieces}</a>")).len(), 1);
    let attributes = list(&|number| format!(" a{number}=''"));
    assert_eq!(
        refused(&format!("<a{attributes}/>")),
        "line 1: an element has more than 1000 attributes"
    );
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
