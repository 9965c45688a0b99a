//! Feeds of random programs, and moves that only some programs have.

use super::Writer;
impl Writer {
    /// A feed that no G95 of these programs has: M72 forgets a feed whose number stays while its mode
    /// changes.
    pub(super) fn rate(&mut self) -> String {
        self.number(5.0, 500.0)
    }

    pub(super) fn feed(&mut self) {
        let rate = self.rate();
        match self.below(5) {
            0 => self.line(&format!("F{rate}")),
            1 => self.line(&format!("G94 F[{rate}]")),
            2 => {
                let rate = self.number(1.0, 3.0);
                self.line(&format!("G95 F{rate}"));
            }
            3 => {
                // The feed comes before the unit.
                self.is_inch = !self.is_inch;
                let unit = if self.is_inch { "G20" } else { "G21" };
                self.line(&format!("{unit} F{rate}"));
            }
            _ => self.inverse(),
        }
    }

    /// Moves of a given time.
    fn inverse(&mut self) {
        self.line("G17 G93");
        let was_absolute = self.is_absolute;
        self.distance(false);
        for _ in 0..1 + self.below(4) {
            let [x, z] = [0; 2].map(|_| self.number(-9.0, 9.0));
            let feed = self.number(1.0, 20.0);
            let i = 1 + self.below(9);
            match self.below(4) {
                0 => self.line(&format!("G1 X{x} F{feed}")),
                1 => self.line(&format!("G2 X{} Y0 I{i} J0 F{feed}", 2 * i)),
                2 => self.line(&format!("G3 X0 Y0 Z{z} I{i} J0 P2 F{feed}")),
                _ => self.line(&format!("F{feed} G1 X{x} Y1 Z{z}")),
            }
        }
        self.distance(was_absolute);
        let rate = self.rate();
        self.line(&format!("G94 F{rate}"));
    }

    pub(super) fn thread(&mut self) {
        let (z, pitch) = (self.value(-20.0, 20.0), self.number(1.0, 9.0));
        self.line(&format!("G33 Z{z} K{pitch}"));
    }

    pub(super) fn polar(&mut self) {
        let (radius, angle) = (self.number(1.0, 40.0), self.number(-180.0, 180.0));
        self.line("G17");
        match self.below(3) {
            0 => self.line(&format!("G1 @{radius} ^{angle}")),
            1 => self.line(&format!("G0 @{radius} ^{angle} Z{angle}")),
            _ => self.line(&format!("G1 @{radius} ^[{angle}/2]")),
        }
    }

    pub(super) fn turn(&mut self) {
        let (axis, angle) = (self.one_of(&["A", "B", "C"]), self.value(-90.0, 90.0));
        let x = self.value(-20.0, 20.0);
        match self.below(3) {
            0 => self.line(&format!("G0 {axis}{angle}")),
            1 => self.line(&format!("G1 X{x} {axis}{angle}")),
            _ => self.line(&format!("G1 Z{x} A{angle} C{angle}")),
        }
    }

    /// A probe or a spline may be the last move: where the tool is after a probe is not known, and
    /// rs274 does not know where a spline ends.
    pub(super) fn last(&mut self) {
        match self.below(4) {
            0 => {
                self.line("G94 F100");
                self.distance(false);
                let code = self.one_of(&["G38.2", "G38.3"]);
                let axis = self.one_of(&["X", "Y", "Z"]);
                self.line(&format!("{code} {axis}-7.5"));
            }
            1 => {
                let [x, y] = [0; 2].map(|_| self.value(-20.0, 20.0));
                let code = self.one_of(&["G5 P-2 Q3", "G5.1"]);
                self.line(&format!("G17 {code} X{x} Y{y} I2 J4.5"));
            }
            _ => {}
        }
    }
}
