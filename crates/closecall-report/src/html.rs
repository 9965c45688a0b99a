//! Text that is safe in a page.

use serde_json::Value;

/// Text between tags or in an attribute.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// JSON in a script element, which no text in it can end.
pub fn script_json(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_its_element() {
        assert_eq!(escaped("<b a=\"1\">&"), "&lt;b a=&quot;1&quot;&gt;&amp;");
        let value = Value::String("</script>".into());
        assert_eq!(script_json(&value), "\"\\u003c/script>\"");
        assert_eq!(serde_json::from_str::<Value>(&script_json(&value)).unwrap(), value);
    }
}
