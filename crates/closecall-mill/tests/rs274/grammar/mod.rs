//! Random programs: moves, arcs in all planes, holes, zeros, feeds, variables, loops and calls. What
//! documentation lists as a difference is left out.

mod feeds;
mod flow;

use std::fmt::Write as _;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut writer = Writer {
        random: seed,
        text: String::new(),
        labels: 100,
        is_inch: false,
        is_absolute: true,
        has_shift: false,
        variables: Vec::new(),
        subs: Vec::new(),
        is_in_sub: false,
        depth: 0,
        turns: false,
    };
    writer.turns = writer.chance(3);
    writer.is_inch = writer.chance(5);
    writer.head();
    for _ in 0..writer.below(3) {
        writer.sub();
    }
    for _ in 0..8 + writer.below(25) {
        writer.statement();
    }
    writer.last();
    writer.line("M2");
    writer.text
}

struct Writer {
    random: u64,
    text: String,
    labels: u32,
    is_inch: bool,
    is_absolute: bool,
    /// Whether the program had a G92 already.
    has_shift: bool,
    /// Variables that were set on every way to here.
    variables: Vec<String>,
    /// Subprograms, and how many values they take.
    subs: Vec<(String, u32)>,
    is_in_sub: bool,
    depth: u32,
    /// Whether rotary axes turn.
    turns: bool,
}

impl Writer {
    /// splitmix64
    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Whether one of `n` cases is met.
    fn chance(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    /// A number from `low` to `high`, as it may be written.
    fn number(&mut self, low: f64, high: f64) -> String {
        let share = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        let value = low + share * (high - low);
        let places = self.below(5) as usize;
        let text = format!("{value:.places$}");
        match self.below(8) {
            0 if value > 0.0 => format!("+{text}"),
            1 => text.replacen("0.", ".", usize::from(text.starts_with("0.") && text.len() > 2)),
            _ => text,
        }
    }

    /// A value of about that size: a number, a variable or an expression.
    fn value(&mut self, low: f64, high: f64) -> String {
        let number = self.number(low, high);
        match self.below(12) {
            0 => format!("[{number}]"),
            1 => format!("[{number} + SIN[{}]]", self.number(-90.0, 90.0)),
            2 => format!("[[{number} * 3] / 3]"),
            3 => format!("[{number}-[{} GT 1]]", self.number(0.0, 2.0)),
            4 | 5 if !self.variables.is_empty() => {
                let variable = self.variable();
                format!("[{number}+[{variable} MOD 3]]")
            }
            6 => format!("[{number}+FIX[{}]]", self.number(-2.0, 2.0)),
            7 => format!(
                "[{number}+ATAN[{}]/[{}]/90]",
                self.number(-2.0, 2.0),
                self.number(0.1, 2.0)
            ),
            _ => number,
        }
    }

    fn variable(&mut self) -> String {
        let i = self.below(self.variables.len() as u64) as usize;
        self.variables[i].clone()
    }

    fn line(&mut self, text: &str) {
        let text = match self.below(12) {
            0 => text.to_lowercase(),
            1 => text.replace(' ', ""),
            2 => format!("  {text} (a comment)"),
            3 if !text.starts_with(['O', 'o', '/']) => format!("N{} {text}", self.below(9999)),
            4 => format!("{text} ; {}", self.below(9)),
            _ => text.to_string(),
        };
        self.text.push_str(&text);
        self.text.push('\n');
    }

    fn head(&mut self) {
        let unit = if self.is_inch { "G20" } else { "G21" };
        self.line(&format!("{unit} G90 G17 G94 G40 G80 G49 G54 G99 F100 S1000 M3"));
        let [x, y] = [0; 2].map(|_| self.number(-50.0, 50.0));
        self.line(&format!("G0 X{x} Y{y} Z50"));
        for _ in 0..self.below(4) {
            self.set();
        }
    }

    /// Random statements of a block within another.
    fn body(&mut self) {
        self.depth += 1;
        let (variables, has_shift) = (self.variables.clone(), self.has_shift);
        let was_absolute = self.is_absolute;
        for _ in 0..1 + self.below(3) {
            self.statement();
        }
        if self.is_absolute != was_absolute {
            self.distance(was_absolute);
        }
        // What was set there may not have been.
        self.variables = variables;
        self.has_shift = has_shift;
        self.depth -= 1;
    }

    fn statement(&mut self) {
        let deepest = if self.depth < 3 { 30 } else { 22 };
        match self.below(deepest) {
            0..=5 => self.straight(),
            6..=8 => self.arc(),
            9 | 10 => self.series(),
            11 | 12 => self.zero(),
            13 => self.machine(),
            14 => self.set(),
            15 => self.feed(),
            16 => self.modes(),
            17 => self.tool(),
            18 => self.home(),
            19 if self.chance(3) => self.thread(),
            19 => self.polar(),
            20 if self.turns => self.turn(),
            20 => self.arc(),
            21 => self.saved(),
            22 | 23 => self.condition(),
            24 => self.while_loop(),
            25 => self.do_loop(),
            26 => self.repeat_loop(),
            27..=29 => self.call(),
            _ => unreachable!(),
        }
    }

    fn straight(&mut self) {
        let code = self.one_of(&["G0", "G1", "G1", "G01", "G00"]);
        let size = if self.is_absolute { 60.0 } else { 15.0 };
        let mut text = code.to_string();
        let mut any = false;
        for axis in ["X", "Y", "Z"] {
            if self.chance(2) {
                let value = self.value(-size, size);
                let _ = write!(text, " {axis}{value}");
                any = true;
            }
        }
        if !any {
            text += " X1";
        }
        if self.chance(5) {
            let feed = self.rate();
            let _ = write!(text, " F{feed}");
        }
        self.line(&text);
        while self.chance(3) {
            let value = self.value(-size, size);
            let axis = self.one_of(&["X", "Y", "Z"]);
            self.line(&format!("{axis}{value}"));
        }
    }

    /// An arc that fits wherever it begins.
    fn arc(&mut self) {
        let (plane, first, second, third) = match self.below(3) {
            0 => ("G17", "X", "Y", "Z"),
            1 => ("G18", "Z", "X", "Y"),
            _ => ("G19", "Y", "Z", "X"),
        };
        let offset = |axis: &str| match axis {
            "X" => "I",
            "Y" => "J",
            _ => "K",
        };
        let code = self.one_of(&["G2", "G3", "G02", "G03"]);
        let was_absolute = self.is_absolute;
        let mut text = format!("{plane} {code}");
        let turns = if self.chance(4) { format!(" P{}", 1 + self.below(3)) } else { String::new() };
        let lift = if self.chance(2) { self.number(-5.0, 5.0) } else { String::new() };
        let helix = if lift.is_empty() { String::new() } else { format!(" {third}{lift}") };
        let (i, j) = (1 + self.below(20) as i64, self.below(40) as i64 - 20);
        let [one, other] = [offset(first), offset(second)];
        if self.chance(3) {
            // By its radius, which is large enough for any two places; they must not be the same.
            self.distance(false);
            self.line(&format!("G1 {first}1.5 {second}-2.5"));
            self.distance(was_absolute);
            let (a, b) = (self.value(-60.0, 60.0), self.value(-60.0, 60.0));
            let radius = if self.is_absolute { 900.0 } else { 200.0 };
            let sign = if self.chance(3) { "-" } else { "" };
            let _ = write!(text, " {first}{a} {second}{b}{helix} R{sign}{radius}");
        } else {
            self.distance(false);
            let (a, b) = match self.below(4) {
                // A half, a quarter, three quarters, all of it.
                0 => (2 * i, 2 * j),
                1 => (i + j, j - i),
                2 => (i - j, j + i),
                _ => (0, 0),
            };
            if self.chance(3) {
                let here = |axis: &str| match axis {
                    "X" => "#5420",
                    "Y" => "#5421",
                    _ => "#5422",
                };
                let [x, y] = [here(first), here(second)];
                self.line("G90.1");
                let _ = write!(
                    text,
                    " {first}{a} {second}{b}{helix} {one}[{x}+{i}] {other}[{y}+{j}]{turns}"
                );
                self.line(&text);
                text = "G91.1".to_string();
            } else {
                let _ = write!(text, " {first}{a} {second}{b}{helix} {one}{i} {other}{j}{turns}");
            }
        }
        self.line(&text);
        if self.is_absolute != was_absolute {
            self.distance(was_absolute);
        }
        if self.chance(2) {
            self.line("G17");
        }
    }

    fn distance(&mut self, is_absolute: bool) {
        self.is_absolute = is_absolute;
        self.line(if is_absolute { "G90" } else { "G91" });
    }

    /// Holes, with other places, levels and zeros between them.
    fn series(&mut self) {
        self.line("G17");
        let code = self.one_of(&["G81", "G82", "G83", "G73", "G85", "G86", "G89"]);
        let level = self.one_of(&["G98", "G99"]);
        let mut text = format!("{level} {code}");
        let own = match code {
            "G82" | "G86" | "G89" => " P0.1".to_string(),
            "G83" | "G73" => {
                format!(" Q{}", self.one_of(&["0.1", "0.2", "0.25", "1", "3", ".5", "40"]))
            }
            _ => String::new(),
        };
        // In G90 it is the same hole each time; closecall goes there twice at most.
        let most = if self.is_absolute { 2 } else { 4 };
        let is_repeated = self.chance(4);
        let times = if is_repeated { most.min(1 + self.below(4)) } else { 1 };
        let repeats = if is_repeated { format!(" L{times}") } else { String::new() };
        let [x, y] = [0; 2].map(|_| self.value(-40.0, 40.0));
        let (r, z) = self.levels();
        let _ = write!(text, " X{x} Y{y} Z{z} R{r}{own}{repeats}");
        self.line(&text);
        for _ in 0..self.below(5) {
            let mut text = String::new();
            match self.below(9) {
                0 => {
                    let (r, z) = self.levels();
                    let _ = write!(text, "Z{z} R{r} ");
                }
                1 => text = format!("{} ", self.one_of(&["G98", "G99"])),
                2 => {
                    let system = self.one_of(&["G54", "G55", "G56", "G59.1"]);
                    text = format!("{system} ");
                }
                3 if self.is_absolute => {
                    let by = self.number(-5.0, 5.0);
                    let axis = self.one_of(&["X", "Y", "Z"]);
                    let system = 1 + self.below(9);
                    self.line(&format!("G10 L2 P{system} {axis}{by}"));
                }
                4 => {
                    let (r, z) = self.levels();
                    let code = self.one_of(&["G81", "G85"]);
                    text = format!("{code} Z{z} R{r} ");
                }
                _ => {}
            }
            let axis = self.one_of(&["X", "Y"]);
            let value = self.value(-40.0, 40.0);
            let _ = write!(text, "{axis}{value}");
            if self.chance(5) && !self.is_absolute {
                let _ = write!(text, " L{}", 1 + self.below(3));
            }
            self.line(&text);
        }
        self.line("G80");
    }

    fn levels(&mut self) -> (String, String) {
        match self.is_absolute {
            true => (self.number(2.0, 30.0), self.number(-20.0, 1.0)),
            false => (self.number(-9.0, 9.0), self.number(-9.0, -0.5)),
        }
    }

    fn zero(&mut self) {
        let value = self.value(-20.0, 20.0);
        let axis = self.one_of(&["X", "Y", "Z"]);
        let system = 1 + self.below(9);
        match self.below(9) {
            0 | 1 => self.line(&format!("G10 L2 P{system} {axis}{value}")),
            2 => self.line(&format!("G10 L20 P{system} {axis}{value}")),
            3 => self.line(&format!("G10 L2 P0 {axis}{value}")),
            4 | 5 => {
                self.has_shift = true;
                self.line(&format!("G92 {axis}{value}"));
            }
            6 => self.line(&format!("G52 {axis}{value}")),
            7 if self.has_shift => {
                let code = self.one_of(&["G92.1", "G92.2", "G92.3"]);
                self.line(code);
            }
            _ => {
                let names = ["G54", "G55", "G56", "G57", "G58", "G59", "G59.1", "G59.2", "G59.3"];
                let name = self.one_of(&names);
                self.line(name);
            }
        }
    }

    fn machine(&mut self) {
        let was_absolute = self.is_absolute;
        self.distance(true);
        let [x, z] = [0; 2].map(|_| self.value(-40.0, 40.0));
        let code = self.one_of(&["G0", "G1"]);
        let words = self.one_of(&["X", "Z", "Y"]);
        self.line(&format!("G53 {code} {words}{x}"));
        if self.chance(2) {
            self.line(&format!("G53 {code} X{x} Z{z}"));
        }
        self.distance(was_absolute);
    }

    fn set(&mut self) {
        let value = self.value(-9.0, 9.0);
        let name = match self.below(4) {
            0 => format!("#{}", 10 + self.below(15)),
            1 => format!("#{}", 100 + self.below(50)),
            2 => format!("#<own{}>", self.below(4)),
            _ => format!("#<_all{}>", self.below(4)),
        };
        self.line(&format!("{name} = {value}"));
        if !self.variables.contains(&name) {
            self.variables.push(name);
        }
    }

    fn modes(&mut self) {
        match self.below(8) {
            0 | 1 => {
                let is_absolute = self.chance(2);
                self.distance(is_absolute);
            }
            2 => {
                self.is_inch = !self.is_inch;
                self.line(if self.is_inch { "G20" } else { "G21" });
            }
            3 => self.line("G4 P0.1"),
            4 => self.line("M8 G64 P0.01"),
            5 => self.line("G61"),
            6 => {
                let block = self.value(-9.0, 9.0);
                self.line(&format!("/G0 X{block}"));
            }
            _ => self.line("(a comment)"),
        }
    }

    fn tool(&mut self) {
        let number = 1 + self.below(5);
        match self.below(4) {
            0 | 1 => self.line(&format!("T{number} M6 M3 S1000")),
            2 => self.line(&format!("T{number}")),
            _ => self.line(&format!("M61 Q{number}")),
        }
        self.line("M3 S1000");
    }

    fn home(&mut self) {
        match self.below(4) {
            0 => self.line("G28.1"),
            1 => self.line("G30.1"),
            // With rotary axes where they are then is not known.
            2 if !self.turns => {
                let code = self.one_of(&["G28", "G30"]);
                self.line(code);
            }
            _ => {
                let code = self.one_of(&["G28", "G30"]);
                let value = self.value(-20.0, 20.0);
                let axis = self.one_of(&["X", "Y", "Z"]);
                self.line(&format!("{code} {axis}{value}"));
            }
        }
    }

    /// Modes that are saved, changed and put back.
    fn saved(&mut self) {
        let (is_inch, is_absolute) = (self.is_inch, self.is_absolute);
        self.line("M70");
        for _ in 0..1 + self.below(3) {
            match self.below(3) {
                0 => self.modes(),
                1 => self.straight(),
                _ => {
                    let names = ["G54", "G55", "G57", "G59.2", "G18", "G98"];
                    let name = self.one_of(&names);
                    self.line(name);
                }
            }
        }
        self.line("M72");
        (self.is_inch, self.is_absolute) = (is_inch, is_absolute);
    }
}
