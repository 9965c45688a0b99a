//! G codes, as numbers times 10: which exclude each other, how they are called, and what those are
//! that are not supported.

/// How many groups there are.
pub(super) const GROUPS: usize = 9;

/// The group of a G word, if it has one in which codes exclude each other.
pub(super) fn group(g: u32) -> Option<usize> {
    match g {
        0 | 10 | 20 | 30 | 730 | 740 | 810..=899 => Some(0),
        40 | 100 | 280 | 300 | 520 | 920 => Some(1),
        170 | 180 | 190 => Some(2),
        200 | 210 => Some(3),
        540..=593 => Some(4),
        900 | 910 => Some(5),
        901 | 911 => Some(6),
        980 | 990 => Some(7),
        400 | 410 | 411 | 420 | 421 => Some(8),
        _ => None,
    }
}

pub(super) fn name(g: u32) -> String {
    if g.is_multiple_of(10) { format!("G{}", g / 10) } else { format!("G{}.{}", g / 10, g % 10) }
}

/// What an unsupported code is.
pub(super) fn meaning(g: u32) -> &'static str {
    match g {
        50..=53 => "a spline",
        120 | 130 => "a circular pocket",
        330 | 331 | 760 | 320 => "a thread or a boring cycle",
        380..=389 => "probing",
        431..=439 => "a tool length with tip control or an offset of its own",
        500..=519 | 680..=689 => "scaling, mirroring or turning of coordinates",
        650..=679 => "a macro call",
        _ => "no code that is known",
    }
}
