//! Arrays as text: base64 of their bytes, lowest byte first, which a browser reads straight into
//! typed arrays.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// Numbers as f32.
pub fn floats(numbers: impl Iterator<Item = f64>) -> Value {
    bytes(&numbers.flat_map(|x| (x as f32).to_le_bytes()).collect::<Vec<u8>>())
}

/// Numbers as f64.
pub fn doubles(numbers: impl Iterator<Item = f64>) -> Value {
    bytes(&numbers.flat_map(f64::to_le_bytes).collect::<Vec<u8>>())
}

/// Whole numbers as u32.
pub fn numbers(numbers: impl Iterator<Item = u32>) -> Value {
    bytes(&numbers.flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
}

/// Bytes.
pub fn bytes(bytes: &[u8]) -> Value {
    Value::String(STANDARD.encode(bytes))
}

/// Writes a whole number, seven bits a byte, the lowest first; all but the last have the eighth bit
/// set. Small numbers, such as differences of sorted ones, take one byte.
pub fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_short() {
        for (number, expected) in
            [(0, vec![0]), (127, vec![127]), (128, vec![128, 1]), (300, vec![172, 2])]
        {
            let mut bytes = Vec::new();
            push_varint(&mut bytes, number);
            assert_eq!(bytes, expected);
        }
    }

    #[test]
    fn arrays_are_their_bytes() {
        assert_eq!(numbers([1, 258].into_iter()), "AQAAAAIBAAA=");
        assert_eq!(floats([1.0].into_iter()), "AACAPw==");
        assert_eq!(doubles([1.0].into_iter()), "AAAAAAAA8D8=");
    }
}
