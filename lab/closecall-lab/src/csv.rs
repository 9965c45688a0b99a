//! Files of values between commas.

/// A field; one that holds a comma, a quote or a line break is put in quotes.
#[must_use]
pub fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_quotes_gets_them() {
        for (text, written) in
            [("min sum", "min sum"), ("5, 10", "\"5, 10\""), ("a \"b\"", "\"a \"\"b\"\"\"")]
        {
            assert_eq!(field(text), written);
        }
    }
}
