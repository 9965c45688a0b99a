//! The numbers of a PLY, one after another, whether written or stored.

use super::header::Scalar;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::text::{Text, checked_coordinate, integer};

/// A stream of numbers in rows.
pub(super) trait Values {
    /// The place of the last number.
    fn place(&self) -> Place;
    /// The number of bytes that are left.
    fn left(&self) -> usize;
    /// The fewest bytes that `items` numbers of one kind take.
    fn least_bytes(items: u64, kind: Scalar) -> u128;
    /// The next number as a coordinate.
    fn coordinate(&mut self, kind: Scalar, axis: char) -> Result<f64, LoadError>;
    /// The next number, which is whole.
    fn whole(&mut self, kind: Scalar) -> Result<i64, LoadError>;
    /// Passes over a number.
    fn skip(&mut self, kind: Scalar) -> Result<(), LoadError>;
    /// Begins a row.
    fn start_row(&mut self);
    /// Ends a row: there must be nothing left in it.
    fn end_row(&mut self) -> Result<(), LoadError>;
    /// Ends the file: there must be nothing left but blanks.
    fn end_file(&mut self) -> Result<(), LoadError>;

    /// The length of the list that comes next, checked against what is left.
    fn list_length(&mut self, count: Scalar, item: Scalar) -> Result<u64, LoadError> {
        let items = self.whole(count)?;
        let length = u64::try_from(items)
            .map_err(|_| LoadError::new(self.place(), Problem::NegativeList { items }))?;
        if Self::least_bytes(length, item) > self.left() as u128 {
            let what = format!("a list of {length} numbers");
            return Err(LoadError::new(self.place(), Problem::EndsInside { what }));
        }
        Ok(length)
    }
}

impl Values for Text<'_> {
    fn place(&self) -> Place {
        Place::Line(self.line())
    }

    fn left(&self) -> usize {
        self.rest().len()
    }

    /// A digit and a blank each.
    fn least_bytes(items: u64, _: Scalar) -> u128 {
        (2 * u128::from(items)).saturating_sub(1)
    }

    fn coordinate(&mut self, _: Scalar, axis: char) -> Result<f64, LoadError> {
        let token = self.token();
        Text::coordinate(self, axis, token)
    }

    fn whole(&mut self, _: Scalar) -> Result<i64, LoadError> {
        let token = self.token().ok_or_else(|| self.unexpected("a whole number", None))?;
        integer(token).map_err(|problem| self.error(problem))
    }

    fn skip(&mut self, _: Scalar) -> Result<(), LoadError> {
        self.token().map(|_| ()).ok_or_else(|| self.unexpected("a number", None))
    }

    fn start_row(&mut self) {
        self.skip_blank_lines();
    }

    fn end_row(&mut self) -> Result<(), LoadError> {
        if let Some(token) = self.token() {
            return Err(self.unexpected("the end of the line", Some(token)));
        }
        self.next_line();
        Ok(())
    }

    fn end_file(&mut self) -> Result<(), LoadError> {
        self.token_anywhere()
            .map_or(Ok(()), |token| Err(self.unexpected("the end of the file", Some(token))))
    }
}

/// Stored numbers.
pub(super) struct Binary<'a> {
    bytes: &'a [u8],
    /// The place of the next number.
    at: usize,
    /// The place of the last number.
    last: usize,
    order: ByteOrder,
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ByteOrder {
    /// The lowest.
    Little,
    /// The highest.
    Big,
}

impl<'a> Binary<'a> {
    /// The numbers of a file from byte `at` on.
    pub fn new(bytes: &'a [u8], at: usize, order: ByteOrder) -> Self {
        Self { bytes, at, last: at, order }
    }

    #[inline]
    fn next<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        self.last = self.at;
        let Some(&(mut number)) = self.bytes[self.at..].first_chunk::<N>() else {
            return Err(LoadError::new(
                self.place(),
                Problem::EndsInside { what: "a number".to_owned() },
            ));
        };
        self.at += N;
        if self.order == ByteOrder::Big {
            number.reverse();
        }
        Ok(number)
    }
}

impl Values for Binary<'_> {
    fn place(&self) -> Place {
        Place::Byte(self.last)
    }

    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn least_bytes(items: u64, kind: Scalar) -> u128 {
        u128::from(items) * kind.bytes() as u128
    }

    #[inline]
    fn coordinate(&mut self, kind: Scalar, axis: char) -> Result<f64, LoadError> {
        let value = match kind {
            Scalar::F32 => f64::from(f32::from_le_bytes(self.next()?)),
            Scalar::F64 => f64::from_le_bytes(self.next()?),
            // At most 32 bits: exact in f64.
            whole => self.whole(whole)? as f64,
        };
        checked_coordinate(axis, value).map_err(|problem| LoadError::new(self.place(), problem))
    }

    #[inline]
    fn whole(&mut self, kind: Scalar) -> Result<i64, LoadError> {
        Ok(match kind {
            Scalar::I8 => i8::from_le_bytes(self.next()?).into(),
            Scalar::U8 => u8::from_le_bytes(self.next()?).into(),
            Scalar::I16 => i16::from_le_bytes(self.next()?).into(),
            Scalar::U16 => u16::from_le_bytes(self.next()?).into(),
            Scalar::I32 => i32::from_le_bytes(self.next()?).into(),
            Scalar::U32 => u32::from_le_bytes(self.next()?).into(),
            Scalar::F32 | Scalar::F64 => {
                unreachable!("the header lets only whole types count or number anything")
            }
        })
    }

    fn skip(&mut self, kind: Scalar) -> Result<(), LoadError> {
        match kind.bytes() {
            1 => self.next::<1>().map(|_| ()),
            2 => self.next::<2>().map(|_| ()),
            4 => self.next::<4>().map(|_| ()),
            _ => self.next::<8>().map(|_| ()),
        }
    }

    fn start_row(&mut self) {}

    fn end_row(&mut self) -> Result<(), LoadError> {
        Ok(())
    }

    fn end_file(&mut self) -> Result<(), LoadError> {
        let rest = &self.bytes[self.at..];
        if rest.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        let found = format!("{} more bytes", rest.len());
        let problem = Problem::Expected { expected: "the end of the file".to_owned(), found };
        Err(LoadError::new(Place::Byte(self.at), problem))
    }
}
