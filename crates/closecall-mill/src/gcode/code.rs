//! G and M words: which are understood, which change nothing that is checked, and which are refused.
//!
//! Every code is exactly one of the three ([`CodeClass`]). A word that could change a mode, the
//! tool, an offset or the kinematics, or move an axis, is understood or refused. A code that is not
//! listed here is refused.

use super::dialect::Dialect;
use std::fmt;
use std::str::FromStr;

/// A G or M word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A G word, times 10: G38.2 is 382.
    G(u32),
    /// An M word.
    M(u32),
}

/// The treatment of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeClass {
    /// It does what the control does.
    Understood,
    /// It changes nothing that is checked, and is passed over.
    Harmless,
    /// The program is refused, with the line.
    Refused,
}

/// How many groups there are.
pub(super) const GROUPS: usize = 11;

impl Code {
    /// The treatment of the code.
    #[must_use]
    pub fn class(self, dialect: Dialect) -> CodeClass {
        use CodeClass::{Harmless, Refused, Understood};
        match self {
            Self::G(0 | 10 | 20 | 30 | 40 | 50 | 51 | 100) => Understood,
            Self::G(170 | 180 | 190 | 200 | 210 | 280 | 281 | 300 | 301) => Understood,
            Self::G(400 | 410 | 411 | 420 | 421 | 430 | 490) => Understood,
            Self::G(520 | 530 | 540 | 550 | 560 | 570 | 580 | 590..=593) => Understood,
            Self::G(730 | 740 | 800 | 810 | 820 | 830 | 840 | 850 | 860 | 870 | 880 | 890) => {
                Understood
            }
            Self::G(900 | 901 | 910 | 911 | 920..=923 | 930 | 940 | 950 | 980 | 990) => Understood,
            // Coordinates that are polar, scaled, mirrored or turned.
            Self::G(150 | 160 | 500 | 501 | 510 | 511 | 680 | 690) if dialect.is_fanuc() => {
                Understood
            }
            // Look-ahead, exact stop, path modes; the ends of polar coordinates, scaling and
            // turning, which cannot begin; speed modes; smoothing.
            Self::G(80 | 90 | 150 | 500 | 610 | 611 | 640 | 690) => Harmless,
            // Tip control, tilted planes and the way to them.
            Self::G(434 | 435 | 682 | 531) if dialect.is_fanuc() => Understood,
            Self::G(2340) if dialect == Dialect::Haas => Understood,
            Self::G(960 | 970 | 1870) => Harmless,
            // Probing; threads, and G65 of Fanuc's macros.
            Self::G(310 | 382..=385 | 330 | 331) => Understood,
            Self::G(650) if dialect.is_fanuc() => Understood,
            Self::M(2 | 6 | 30 | 98 | 99) => Understood,
            Self::M(97) if dialect == Dialect::Haas => Understood,
            Self::M(61 | 70..=73) if dialect == Dialect::LinuxCnc => Understood,
            // Stops, spindle, coolant.
            Self::M(0 | 1 | 3..=5 | 7..=9 | 13 | 14 | 19 | 29 | 41 | 42 | 88 | 89) => Harmless,
            // Brakes, chips, overrides, a pallet's stop, inputs and outputs.
            Self::M(10 | 11 | 31 | 33 | 48..=53 | 60 | 62..=68) => Harmless,
            Self::G(_) | Self::M(_) => Refused,
        }
    }

    /// Whether it stands in nearly every program: no note is made of it.
    pub(super) fn is_ordinary(self) -> bool {
        matches!(self, Self::M(0 | 1 | 3..=9) | Self::G(500 | 690 | 960 | 970))
    }

    /// Whether it is known to lead to moves elsewhere, or to change what moves mean.
    fn is_known_to_move(self) -> bool {
        matches!(self, Self::M(21..=23 | 47 | 96..=98 | 128 | 129 | 198 | 428 | 429))
    }

    /// The meaning of a refused code, as far as it is known.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Self::G(50..=53 | 60..=63) => "a spline that is not known here: G5 and G5.1 are",
            Self::G(70) => "diameters of a lathe",
            Self::G(120 | 130) => "a circular pocket",
            Self::G(700..=729 | 760 | 320) => "a thread, a lathe's or a boring cycle",
            Self::G(370 | 380..=389) => "probing",
            Self::G(434 | 435 | 2340) => {
                "tip control, which Fanuc's controls have: --dialect fanuc, for G234 haas"
            }
            Self::G(431..=439) => "a tool length with an offset of its own",
            Self::G(531 | 682) => "a tilted plane, which Fanuc's controls have: --dialect fanuc",
            Self::G(683 | 684 | 2540) => "a tilted plane of another kind: G68.2 is known",
            Self::G(541..=549 | 1540) => "a work offset beyond G59.3",
            Self::G(500..=519 | 680..=689) => {
                "scaling, mirroring or turning of coordinates, which Fanuc's controls have: --dialect fanuc"
            }
            Self::G(650) => "a macro call of Fanuc's controls: --dialect fanuc",
            Self::G(651..=679) => "a macro call",
            Self::M(97) => "it calls lines of the program on Haas controls: --dialect haas",
            Self::M(198) => "it calls a subprogram, which would be elsewhere",
            Self::M(21..=23 | 47 | 96) => {
                "on some controls it mirrors an axis, or goes on elsewhere in the program"
            }
            Self::M(128 | 129) => "on some controls it switches the kinematics",
            Self::M(100..=199) => {
                "a program of the machine's own; --ignore-word passes over a word that moves nothing"
            }
            Self::M(428 | 429) => "it switches the kinematics",
            Self::M(61 | 70..=73) => "only LinuxCNC has it",
            Self::M(_) => {
                "no code that is known; --ignore-word passes over a word that moves nothing"
            }
            Self::G(_) => "no code that is known",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::G(g) if g.is_multiple_of(10) => write!(f, "G{}", g / 10),
            Self::G(g) => write!(f, "G{}.{}", g / 10, g % 10),
            Self::M(m) => write!(f, "M{m}"),
        }
    }
}

/// An M word that may be passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IgnoredWord(pub(super) u32);

impl FromStr for IgnoredWord {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.strip_prefix(['M', 'm']).and_then(|digits| digits.parse().ok());
        let number: u32 =
            number.ok_or_else(|| format!("`{text}` is no M word, such as M101: no other is"))?;
        let code = Code::M(number);
        match code.class(Dialect::LinuxCnc) {
            CodeClass::Understood => Err(format!("M{number} is understood, and cannot be ignored")),
            _ if code.is_known_to_move() => {
                Err(format!("M{number} cannot be ignored: {}", code.meaning()))
            }
            _ => Ok(Self(number)),
        }
    }
}

/// The group of a G word, if it has one in which codes exclude each other.
pub(super) fn group(g: u32) -> Option<usize> {
    match g {
        0 | 10 | 20 | 30 | 310 | 330 | 331 | 382..=385 | 730 | 740 | 810..=899 => Some(0),
        40 | 100 | 280 | 281 | 300 | 301 | 520 | 531 | 920 => Some(1),
        170 | 180 | 190 => Some(2),
        200 | 210 => Some(3),
        540..=593 => Some(4),
        900 | 910 => Some(5),
        901 | 911 => Some(6),
        980 | 990 => Some(7),
        400 | 410 | 411 | 420 | 421 => Some(8),
        430 | 434 | 435 | 490 | 2340 => Some(9),
        930 | 940 | 950 => Some(10),
        _ => None,
    }
}

pub(super) fn name(g: u32) -> String {
    Code::G(g).to_string()
}
