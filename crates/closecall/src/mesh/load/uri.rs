//! Names of other files, as glTF and 3MF write them.

#[cfg(feature = "gltf")]
use base64::{
    Engine as _,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::error::Problem;

/// The target of a URI.
#[cfg(feature = "gltf")]
pub(super) enum Target {
    /// The bytes are in the URI itself.
    Data(Vec<u8>),
    /// A path, relative to the file that names it unless absolute.
    Path(String),
}

/// Follows a URI: `data:…;base64,…`, or a path with `%20` and the like in it.
#[cfg(feature = "gltf")]
pub(super) fn target(uri: &str) -> Result<Target, Problem> {
    match scheme(uri) {
        Some("data") => data(uri).map(Target::Data),
        Some(scheme) => Err(Problem::Unsupported { what: format!("a URI of scheme '{scheme}'") }),
        None => Ok(Target::Path(percent_decoded(uri)?)),
    }
}

/// The text before the colon. A single letter is a drive, not a scheme.
#[cfg(feature = "gltf")]
fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let plain =
        scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    (plain && scheme.len() > 1).then_some(scheme)
}

#[cfg(feature = "gltf")]
fn data(uri: &str) -> Result<Vec<u8>, Problem> {
    let Some((_, text)) = uri.split_once(";base64,") else {
        return Err(Problem::Unsupported { what: "a data URI that is not base64".to_owned() });
    };
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let decoded = GeneralPurpose::new(&STANDARD, config).decode(text);
    decoded.map_err(|error| Problem::Malformed { reason: format!("base64: {error}") })
}

/// The text with every `%20` made a blank, and so on.
pub(super) fn percent_decoded(text: &str) -> Result<String, Problem> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut pieces = text.split('%');
    bytes.extend(pieces.next().unwrap_or_default().bytes());
    for piece in pieces {
        let byte = piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.ok_or_else(|| not_a_uri(text))?);
        bytes.extend(piece[2..].bytes());
    }
    String::from_utf8(bytes).map_err(|_| not_a_uri(text))
}

fn not_a_uri(text: &str) -> Problem {
    let shown: String = text.chars().take(40).collect();
    Problem::Malformed { reason: format!("'{}' is not a URI", shown.escape_debug()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_are_decoded() {
        assert_eq!(percent_decoded("a%20b%C3%A9.bin").unwrap(), "a bé.bin");
        for wrong in ["%", "%2", "%zz", "%FF", "a%é"] {
            assert!(percent_decoded(wrong).is_err(), "{wrong}");
        }
    }

    #[cfg(feature = "gltf")]
    #[test]
    fn data_may_be_padded_or_not() {
        for uri in ["data:application/octet-stream;base64,AAE=", "data:;base64,AAE"] {
            assert!(matches!(target(uri), Ok(Target::Data(bytes)) if bytes == [0, 1]));
        }
        for wrong in [
            "data:;base64,A",
            "data:;base64,!!!!",
            "data:text/plain,abc",
            "https://example.org/a.bin",
        ] {
            assert!(target(wrong).is_err(), "{wrong}");
        }
        assert!(matches!(target(r"C:\parts\a.bin"), Ok(Target::Path(_))));
    }
}
