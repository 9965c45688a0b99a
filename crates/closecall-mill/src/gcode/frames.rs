//! The words that mirror, scale and turn coordinates (G50, G51, G50.1, G51.1, G68, G69), and polar
//! ones: G15 and G16 of Fanuc's controls, `@` and `^` of LinuxCNC's.

use super::block::Words;
use super::coordinates::{Coordinates, Turn};
use super::error::GcodeProblem;
use super::function::{arc_tangent, radians};
use super::interpreter::Interpreter;
use super::state::AXES;
use super::way::Spot;
use std::io::BufRead;

/// Factors beyond this are taken as thousandths by some controls, and refused.
const MOST_FACTOR: f64 = 100.0;

impl<R: BufRead> Interpreter<R> {
    /// G51, G50.1, G51.1 and G68, which have axis words that are no places to go to.
    pub(super) fn set_coordinates(&mut self, g: u32, words: &Words) -> Result<(), GcodeProblem> {
        if self.state.compensation.is_some() {
            let why = "coordinates cannot be mirrored, scaled or turned while it is on".to_string();
            return Err(GcodeProblem::Compensation(why));
        }
        self.first_motion();
        match g {
            510 => self.scale(words),
            682 => self.tilt(words),
            511 => self.mirror(words),
            501 => {
                for (axis, letter) in AXES.into_iter().enumerate() {
                    if words.has(letter) || !words.has_axis() {
                        self.state.coordinates.mirrors[axis] = None;
                    }
                }
                Ok(())
            }
            _ => self.turn(words),
        }
    }

    /// G51 X Y Z P, or I J K for each axis. Without a place it is the tool's.
    fn scale(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        let all = words.get('P');
        let letters = ['I', 'J', 'K'];
        if all.is_none() && letters.iter().all(|letter| words.get(*letter).is_none()) {
            return Err(odd("G51", "it needs a factor: P, or I, J and K"));
        }
        let center = self.center(words)?;
        let mut factors = [1.0; 3];
        for axis in 0..3 {
            let factor = words.get(letters[axis]).or(all).unwrap_or(1.0);
            if factor == 0.0 || factor.abs() >= MOST_FACTOR {
                return Err(odd(
                    "G51",
                    "a factor of 100 or more is thousandths on some controls: write it as a factor",
                ));
            }
            factors[axis] = factor;
        }
        let coordinates = &mut self.state.coordinates;
        (coordinates.factors, coordinates.center) = (factors, center);
        self.note(format!("G51 scales by {}, {} and {}", factors[0], factors[1], factors[2]));
        Ok(())
    }

    /// G51.1 X0: a mirror at X0.
    fn mirror(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        if !words.has_axis() {
            return Err(odd("G51.1", "it names an axis, and where its mirror is"));
        }
        for (axis, letter) in AXES.into_iter().enumerate() {
            if let Some(place) = self.length(words, letter) {
                self.state.coordinates.mirrors[axis] = Some(place);
            }
        }
        Ok(())
    }

    /// G68 X Y R: about a place of the plane in force, or about the tool.
    fn turn(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        let angle = words.get('R').ok_or_else(|| odd("G68", "it needs R, the angle"))?;
        if !self.state.absolute {
            return Err(odd("G68", "in G91 the angle is added on some controls: G90 comes first"));
        }
        let [i, j, k] = self.state.plane;
        if words.has(AXES[k]) {
            return Err(odd("G68", "it turns in the plane in force: the third axis is not named"));
        }
        let center = self.center(words)?;
        self.state.coordinates.turn = Some(Turn::new([i, j], [center[i], center[j]], angle));
        Ok(())
    }

    /// The place that stays: what is named, and else where the tool is.
    fn center(&self, words: &Words) -> Result<[f64; 3], GcodeProblem> {
        let here = self.programmed();
        let mut center = [0.0; 3];
        for (axis, letter) in AXES.into_iter().enumerate() {
            let place = self.length(words, letter).or(here[axis]);
            let named = words.has_axis() && !words.has(letter);
            center[axis] = match place {
                Some(place) => place,
                // An axis that is not changed needs no centre.
                None if named => 0.0,
                None => {
                    let what = format!("the place of {letter} that stays");
                    return Err(GcodeProblem::Measured { what });
                }
            };
        }
        Ok(center)
    }

    /// The position of the tool in the program's coordinates.
    pub(super) fn programmed(&self) -> Spot {
        let here: Spot = std::array::from_fn(|axis| {
            Some(self.state.position[axis]? - self.state.offsets.total(axis)?)
        });
        self.state.coordinates.programmed(here)
    }

    /// G50 and G69 end scaling and turning.
    pub(super) fn end_coordinates(&mut self, g: u32) {
        let plain = Coordinates::default();
        match g {
            500 => {
                (self.state.coordinates.factors, self.state.coordinates.center) =
                    (plain.factors, plain.center)
            }
            _ => {
                self.state.coordinates.turn = None;
                self.reframe(|state| state.tilt = None);
            }
        }
    }

    /// Refuses codes that mean different things on different controls while coordinates are
    /// changed.
    pub(super) fn check_coordinates(&self, words: &Words) -> Result<(), GcodeProblem> {
        let is_odd = |g: &&u32| matches!(**g, 100 | 170 | 180 | 190 | 280..=309 | 520 | 540..=593 | 920..=923);
        let is_tilted = self.state.tilt.is_some();
        let is_changed =
            !self.state.coordinates.is_plain() || self.state.polar.is_some() || is_tilted;
        match words.g.iter().find(is_odd).filter(|_| is_changed) {
            Some(&g) if self.plane_changes(g) => {
                let why = "it cannot stand while coordinates are mirrored, scaled, turned or polar";
                Err(GcodeProblem::Unsupported { word: super::code::name(g), why })
            }
            _ => Ok(()),
        }
    }

    /// Whether a code changes the plane; all others count as changing something.
    fn plane_changes(&self, g: u32) -> bool {
        let plane = match g {
            170 => [0, 1, 2],
            180 => [2, 0, 1],
            190 => [1, 2, 0],
            _ => return true,
        };
        plane != self.state.plane
    }

    /// G16: the first axis of the plane is a radius about the zero, the second an angle. What is not
    /// named stays.
    pub(super) fn polar_target(
        &mut self,
        words: &Words,
        programmed: &mut Spot,
    ) -> Result<(), GcodeProblem> {
        let Some([radius, angle]) = self.state.polar else { return Ok(()) };
        let [i, j, _] = self.state.plane;
        let absolute = self.state.absolute;
        if !words.has(AXES[i]) && !words.has(AXES[j]) {
            return Ok(());
        }
        if !absolute && words.has(AXES[i]) {
            return Err(odd(
                "G16",
                "a radius in G91 is measured from where the tool is on some controls: G90 comes first",
            ));
        }
        let radius = self.length(words, AXES[i]).or(radius);
        let angle = match (words.get(AXES[j]), absolute) {
            (Some(angle), true) => Some(angle),
            (Some(step), false) => angle.map(|angle| angle + step),
            (None, _) => angle,
        };
        self.state.polar = Some([radius, angle]);
        let place = radius.zip(angle).map(|(radius, angle)| {
            let angle = radians(angle);
            [radius * angle.cos(), radius * angle.sin()]
        });
        (programmed[i], programmed[j]) = (place.map(|p| p[0]), place.map(|p| p[1]));
        Ok(())
    }

    /// G16: from now on places are polar. The tool is where it is.
    pub(super) fn start_polar(&mut self) {
        let ([i, j, _], here) = (self.state.plane, self.programmed());
        let polar = here[i].zip(here[j]).map(|(x, y)| [x.hypot(y), arc_tangent(y, x)]);
        self.state.polar = Some([polar.map(|p| p[0]), polar.map(|p| p[1])]);
    }

    /// `@` and `^`: what they mean for X and Y.
    pub(super) fn polar_words(&self, words: &mut Words) -> Result<(), GcodeProblem> {
        let [radius, angle] = words.polar;
        if radius.is_none() && angle.is_none() {
            return Ok(());
        }
        if words.has('X') || words.has('Y') {
            return Err(odd("@, ^", "X and Y cannot stand beside them"));
        }
        if self.state.plane != [0, 1, 2] {
            return Err(odd("@, ^", "they need the plane G17"));
        }
        let here = self.programmed();
        let Some((x, y)) = here[0].zip(here[1]) else {
            return Err(GcodeProblem::Measured { what: "a polar place".to_string() });
        };
        let factor = self.factor();
        let (x, y) = (x / factor, y / factor);
        if (angle.is_none() || !self.state.absolute) && x == 0.0 && y == 0.0 {
            return Err(odd("@", "at the zero it needs an angle, and G90"));
        }
        let [x, y] = match self.state.absolute {
            true => polar(radius.unwrap_or(x.hypot(y)), angle.map_or(y.atan2(x), radians)),
            false => {
                let turned = y.atan2(x) + angle.map_or(0.0, radians);
                let [to_x, to_y] = polar(x.hypot(y) + radius.unwrap_or(0.0), turned);
                [to_x - x, to_y - y]
            }
        };
        words.set_place([x, y]);
        Ok(())
    }
}

fn polar(radius: f64, angle: f64) -> [f64; 2] {
    [radius * angle.cos(), radius * angle.sin()]
}

fn odd(word: &str, why: &str) -> GcodeProblem {
    GcodeProblem::Value { word: word.to_string(), why: why.to_string() }
}
