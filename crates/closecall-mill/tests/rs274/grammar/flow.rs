//! Conditions, loops and subprograms of random programs.

use super::Writer;

impl Writer {
    fn label(&mut self) -> String {
        self.labels += 1;
        let number = self.labels;
        if self.chance(3) { format!("<part{number}>") } else { number.to_string() }
    }

    fn test(&mut self) -> String {
        let left = match self.variables.is_empty() {
            true => self.number(-9.0, 9.0),
            false => self.variable(),
        };
        let sign = self.one_of(&["GT", "LT", "GE", "LE", "NE", "EQ"]);
        let right = self.number(-9.0, 9.0);
        match self.below(5) {
            0 => format!("[[{left} {sign} {right}] AND [{right} GT 0]]"),
            1 => format!("[{left} {sign} {right} OR {right} LT -3]"),
            _ => format!("[{left} {sign} {right}]"),
        }
    }

    pub(super) fn condition(&mut self) {
        let (label, test) = (self.label(), self.test());
        let (was_absolute, was_inch) = (self.is_absolute, self.is_inch);
        self.line(&format!("o{label} if {test}"));
        self.branch(was_inch);
        while self.chance(4) {
            let test = self.test();
            self.line(&format!("o{label} elseif {test}"));
            self.branch(was_inch);
        }
        if self.chance(2) {
            self.line(&format!("o{label} else"));
            self.branch(was_inch);
        }
        self.line(&format!("o{label} endif"));
        self.is_absolute = was_absolute;
    }

    /// A body that leaves the unit as it was.
    fn branch(&mut self, was_inch: bool) {
        self.body();
        if self.is_inch != was_inch {
            self.is_inch = was_inch;
            self.line(if was_inch { "G20" } else { "G21" });
        }
    }

    pub(super) fn while_loop(&mut self) {
        let (label, was_inch) = (self.label(), self.is_inch);
        let (count, rounds) = (format!("#{}", 200 + self.labels), 1 + self.below(3));
        self.line(&format!("{count}=0"));
        self.line(&format!("o{label} while [{count} LT {rounds}]"));
        self.line(&format!("{count}=[{count}+1]"));
        self.branch(was_inch);
        if self.chance(4) {
            let test = self.test();
            let inner = self.label();
            self.line(&format!("o{inner} if {test}"));
            self.line(&format!("o{label} continue"));
            self.line(&format!("o{inner} endif"));
            self.branch(was_inch);
        }
        self.line(&format!("o{label} endwhile"));
    }

    pub(super) fn do_loop(&mut self) {
        let (label, was_inch) = (self.label(), self.is_inch);
        let (count, rounds) = (format!("#{}", 200 + self.labels), 1 + self.below(3));
        self.line(&format!("{count}=0"));
        self.line(&format!("o{label} do"));
        self.line(&format!("{count}=[{count}+1]"));
        self.branch(was_inch);
        if self.chance(4) {
            let test = self.test();
            let inner = self.label();
            self.line(&format!("o{inner} if {test}"));
            self.line(&format!("o{label} break"));
            self.line(&format!("o{inner} endif"));
            self.branch(was_inch);
        }
        self.line(&format!("o{label} while [{count} LT {rounds}]"));
    }

    pub(super) fn repeat_loop(&mut self) {
        let (label, was_inch) = (self.label(), self.is_inch);
        let rounds = self.below(4);
        self.line(&format!("o{label} repeat [{rounds}]"));
        self.branch(was_inch);
        self.line(&format!("o{label} endrepeat"));
    }

    /// A subprogram. Its own variables are its arguments.
    pub(super) fn sub(&mut self) {
        let (label, values) = (self.label(), self.below(4) as u32);
        let variables = std::mem::take(&mut self.variables);
        let (was_inch, was_absolute) = (self.is_inch, self.is_absolute);
        self.variables = (1..=values + 1).map(|n| format!("#{n}")).collect();
        self.is_in_sub = true;
        self.line(&format!("o{label} sub"));
        if self.chance(3) {
            self.line("M73");
        }
        self.branch(was_inch);
        if self.chance(4) {
            let (inner, test) = (self.label(), self.test());
            self.line(&format!("o{inner} if {test}"));
            self.line(&format!("o{label} return [#1]"));
            self.line(&format!("o{inner} endif"));
        }
        self.branch(was_inch);
        self.line(&format!("o{label} endsub [#1+2]"));
        self.is_in_sub = false;
        self.is_absolute = was_absolute;
        self.variables = variables;
        self.subs.push((label, values));
    }

    pub(super) fn call(&mut self) {
        if self.subs.is_empty() || self.is_in_sub || self.depth > 1 {
            return self.straight();
        }
        let i = self.below(self.subs.len() as u64) as usize;
        let (label, values) = self.subs[i].clone();
        // A subprogram takes the modes as they are, and was written for these.
        let was_absolute = self.is_absolute;
        self.distance(true);
        let values: Vec<String> =
            (0..values).map(|_| format!("[{}]", self.value(-9.0, 9.0))).collect();
        self.line(&format!("o{label} call {}", values.join(" ")));
        if self.chance(2) {
            self.line("G1 X[#<_value>]");
        }
        self.distance(was_absolute);
    }
}
