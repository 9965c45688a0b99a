//! Expressions: a value is a number, a variable, a function, or an expression in brackets. They are
//! computed while they are read.

use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::function::{FUNCTIONS, Operator, arc_tangent, function};
use super::value::Value;

/// Brackets within brackets, at most.
const MOST_BRACKETS: usize = 64;

/// The values of variables.
pub(super) trait Parameters {
    fn dialect(&self) -> Dialect;
    /// The value of `#5`.
    fn numbered(&self, number: u32) -> Result<Value, GcodeProblem>;
    /// The entry for `#<name>`.
    fn named(&self, name: &str) -> Named;
    /// Notes that what an earlier program has left under a name is asked for.
    fn untold(&self, name: &str) -> Value;
}

/// The entry for a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Named {
    There(Value),
    /// There is no such variable.
    Absent,
    /// The program did not set it; an earlier one may have.
    Untold,
}

/// A variable that is set.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Slot {
    Number(u32),
    Name(String),
}

/// A line that is read from left to right.
pub(super) struct Reader<'l> {
    pub(super) line: &'l [u8],
    pub(super) at: usize,
    pub(super) parameters: &'l dyn Parameters,
    /// Names that this line sets: LinuxCNC makes them, with the value 0, before it computes what
    /// they are set to.
    pub(super) made: Vec<String>,
    depth: usize,
}

impl<'l> Reader<'l> {
    pub(super) fn new(line: &'l [u8], at: usize, parameters: &'l dyn Parameters) -> Self {
        Self { line, at, parameters, made: Vec::new(), depth: 0 }
    }

    /// The next byte that is not blank, which is not taken.
    pub(super) fn peek(&mut self) -> Option<u8> {
        while matches!(self.line.get(self.at), Some(b' ' | b'\t' | b'\r' | 0)) {
            self.at += 1;
        }
        self.line.get(self.at).copied()
    }

    /// Takes the next byte, if it is this one.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Whether the next letters are this word, in either case; takes them.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        self.peek();
        let end = self.at + word.len();
        let is_next =
            self.line.get(self.at..end).is_some_and(|b| b.eq_ignore_ascii_case(word.as_bytes()));
        self.at = if is_next { end } else { self.at };
        is_next
    }

    /// Something that cannot be read, at this place.
    pub(super) fn bad(&self, why: impl Into<String>) -> GcodeProblem {
        let end = (self.at + 16).min(self.line.len());
        let found =
            String::from_utf8_lossy(&self.line[self.at.min(end)..end]).trim_end().to_string();
        GcodeProblem::Expression { found, column: self.at + 1, why: why.into() }
    }

    /// Whether a function begins here.
    pub(super) fn is_function(&mut self) -> bool {
        self.peek();
        let rest = &self.line[self.at..];
        let letters = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let name = rest[..letters].to_ascii_uppercase();
        FUNCTIONS.iter().any(|known| known.as_bytes() == name) || name == b"POW"
    }

    /// One value.
    pub(super) fn value(&mut self) -> Result<Value, GcodeProblem> {
        match self.peek() {
            Some(b'[') => self.bracket(),
            Some(b'#') => {
                let slot = self.slot()?;
                self.worth(&slot)
            }
            Some(sign @ (b'+' | b'-')) if !self.is_number_after_sign() => {
                self.at += 1;
                self.deeper()?;
                let value = self.value()?;
                self.depth -= 1;
                value.map(|x| Ok(if sign == b'-' { -x } else { x }))
            }
            Some(b'A'..=b'Z' | b'a'..=b'z') => self.function(),
            _ => self.number().map(Value::Known),
        }
    }

    fn is_number_after_sign(&self) -> bool {
        let mut rest = self.line[self.at + 1..].iter();
        rest.find(|b| !b" \t".contains(b)).is_some_and(|b| b.is_ascii_digit() || *b == b'.')
    }

    fn deeper(&mut self) -> Result<(), GcodeProblem> {
        self.depth += 1;
        match self.depth > MOST_BRACKETS {
            true => Err(self.bad(format!("more than {MOST_BRACKETS} brackets within each other"))),
            false => Ok(()),
        }
    }

    /// A number as it is written.
    pub(super) fn number(&mut self) -> Result<f64, GcodeProblem> {
        self.peek();
        let mut end = self.at;
        if matches!(self.line.get(end), Some(b'+' | b'-')) {
            end += 1;
            while matches!(self.line.get(end), Some(b' ' | b'\t')) {
                end += 1;
            }
        }
        while matches!(self.line.get(end), Some(b'0'..=b'9' | b'.')) {
            end += 1;
        }
        let text: String = self.line[self.at..end]
            .iter()
            .filter(|b| !b" \t".contains(b))
            .map(|&b| char::from(b))
            .collect();
        let number = text.parse::<f64>().map_err(|_| self.bad("a number is expected"))?;
        self.at = end;
        Ok(number)
    }

    /// `[…]`
    pub(super) fn bracket(&mut self) -> Result<Value, GcodeProblem> {
        if !self.take(b'[') {
            return Err(self.bad("an expression in brackets is expected"));
        }
        self.deeper()?;
        let value = self.expression(0)?;
        self.depth -= 1;
        match self.take(b']') {
            true => Ok(value),
            false => Err(self.bad("a closing bracket is expected")),
        }
    }

    /// Values and operators that bind at least this tightly, from left to right.
    pub(super) fn expression(&mut self, least: u8) -> Result<Value, GcodeProblem> {
        let dialect = self.parameters.dialect();
        let mut left = self.value()?;
        while let Some((operator, end)) = self.operator()
            && operator.level(dialect) >= least
        {
            self.at = end;
            let right = self.expression(operator.level(dialect) + 1)?;
            left = operator.apply(left, right, dialect).map_err(|why| self.bad(why))?;
        }
        Ok(left)
    }

    /// The operator that comes next, and where it ends.
    fn operator(&mut self) -> Option<(Operator, usize)> {
        let first = self.peek()?;
        let (at, rest) = (self.at, &self.line[self.at..]);
        let by_letters = |(name, operator): &(&str, Operator)| {
            let is_next = rest.get(..name.len())?.eq_ignore_ascii_case(name.as_bytes());
            is_next.then_some((*operator, at + name.len()))
        };
        match first {
            b'*' if rest.get(1) == Some(&b'*') => Some((Operator::Power, at + 2)),
            b'*' => Some((Operator::Times, at + 1)),
            b'/' => Some((Operator::Over, at + 1)),
            b'+' => Some((Operator::Plus, at + 1)),
            b'-' => Some((Operator::Minus, at + 1)),
            _ => Operator::WORDS.iter().find_map(by_letters),
        }
    }

    fn function(&mut self) -> Result<Value, GcodeProblem> {
        let rest = &self.line[self.at..];
        let letters = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let name = String::from_utf8_lossy(&rest[..letters]).to_ascii_uppercase();
        let dialect = self.parameters.dialect();
        self.at += letters;
        match &*name {
            "EXISTS" => self.exists(),
            "ATAN" => self.arc_tangent(),
            "POW" if dialect.is_fanuc() => {
                let (base, exponent) = self.two_values()?;
                Operator::Power.apply(base, exponent, dialect).map_err(|why| self.bad(why))
            }
            _ => {
                let value = self.bracket()?;
                value.map(|x| function(&name, x, dialect)).map_err(|why| self.bad(why))
            }
        }
    }

    /// `EXISTS[#<name>]`
    fn exists(&mut self) -> Result<Value, GcodeProblem> {
        if !self.take(b'[') {
            return Err(self.bad("EXISTS is followed by a variable in brackets"));
        }
        let slot = self.slot()?;
        if !self.take(b']') {
            return Err(self.bad("a closing bracket is expected"));
        }
        let Slot::Name(name) = slot else { return Ok(Value::Known(1.0)) };
        Ok(match self.parameters.named(&name) {
            Named::There(_) => Value::Known(1.0),
            Named::Absent => Value::Known(0.0),
            Named::Untold => self.parameters.untold(&name),
        })
    }

    /// `ATAN[y]/[x]`; of Fanuc's controls also `ATAN[y,x]`, and `ATAN[y]` of a slope.
    fn arc_tangent(&mut self) -> Result<Value, GcodeProblem> {
        let is_fanuc = self.parameters.dialect().is_fanuc();
        let start = self.at;
        if is_fanuc && let Ok((y, x)) = self.two_values() {
            return Ok(both(y, x));
        }
        self.at = start;
        let y = self.bracket()?;
        match self.take(b'/') {
            true => self.bracket().map(|x| both(y, x)),
            false if is_fanuc => Ok(both(y, Value::Known(1.0))),
            false => Err(self.bad("ATAN has two values: ATAN[y]/[x]")),
        }
    }

    /// `[a,b]`
    fn two_values(&mut self) -> Result<(Value, Value), GcodeProblem> {
        if !self.take(b'[') {
            return Err(self.bad("two values in brackets are expected"));
        }
        self.deeper()?;
        let first = self.expression(0)?;
        self.depth -= 1;
        if !self.take(b',') {
            return Err(self.bad("a comma is expected"));
        }
        let second = self.expression(0)?;
        match self.take(b']') {
            true => Ok((first, second)),
            false => Err(self.bad("a closing bracket is expected")),
        }
    }

    /// A variable: `#5`, `#[…]`, `##5` or `#<name>`.
    pub(super) fn slot(&mut self) -> Result<Slot, GcodeProblem> {
        if !self.take(b'#') {
            return Err(self.bad("a variable is expected"));
        }
        if self.peek() == Some(b'<') {
            return self.name().map(Slot::Name);
        }
        self.deeper()?;
        let index = self.value()?;
        self.depth -= 1;
        let Value::Known(index) = index else {
            return Err(GcodeProblem::Measured { what: "the number of a variable".to_string() });
        };
        let number = index.round();
        match (number - index).abs() <= 1e-4 && (0.0..=99_999.0).contains(&number) {
            true => Ok(Slot::Number(number as u32)),
            false => Err(self.bad(format!("there is no variable #{index}"))),
        }
    }

    /// `<name>`, without blanks and in lower case.
    pub(super) fn name(&mut self) -> Result<String, GcodeProblem> {
        let start = self.at + 1;
        let length = self.line[start..].iter().position(|&b| b == b'>');
        let length = length.ok_or_else(|| self.bad("a name ends with >"))?;
        self.at = start + length + 1;
        let bytes = self.line[start..start + length].iter().filter(|b| !b.is_ascii_whitespace());
        let bytes: Vec<u8> = bytes.map(u8::to_ascii_lowercase).collect();
        match bytes.is_empty() {
            true => Err(self.bad("a name has at least one letter")),
            false => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    fn worth(&self, slot: &Slot) -> Result<Value, GcodeProblem> {
        match slot {
            Slot::Number(number) => self.parameters.numbered(*number),
            Slot::Name(name) => {
                let is_made = self.made.contains(name);
                match self.parameters.named(name) {
                    Named::There(value) => Ok(value),
                    Named::Absent if is_made => Ok(Value::Known(0.0)),
                    Named::Untold if is_made => Ok(self.parameters.untold(name)),
                    Named::Absent => Err(self.bad(format!("#<{name}> has not been set"))),
                    Named::Untold => Err(self.bad(format!(
                        "#<{name}> has not been set; if an earlier program did, --variable {name}=VALUE says to what"
                    ))),
                }
            }
        }
    }
}

/// The angle of a point, if both are known.
fn both(y: Value, x: Value) -> Value {
    match (y.number(), x.number()) {
        (Some(y), Some(x)) => Value::Known(arc_tangent(y, x)),
        _ => Value::Unknown,
    }
}
