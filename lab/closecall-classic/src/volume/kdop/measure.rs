//! Volume and surface of a k-DOP, quickly: builders that compare volumes ask for six of them at
//! every node. (Klosowski 1998, §3.4.6)
//!
//! A face with the normal n is seen along a coordinate in which n is not 0. What is left of the
//! traces of all other planes are lines with whole normals, at most twelve different ones, whose
//! order around the face the compiler knows. The volume is a third of the sum of the areas so seen
//! times the levels of the planes over the middle: an area is too small by |n|, and a level too
//! large.
//!
//! # The area of a face
//!
//! Let a, b be the levels of lines with the normals u, w, and v between them, less than half a turn
//! from u to w. With |uw| for the determinant, v = (|vw|u + |uv|w) / |uw|, so what lies below both
//! lines lies below the level (|vw|a + |uv|b) / |uw| along v. The least such level over all pairs,
//! and the line's own, is how far the face really reaches along v, if there is a face: that is what
//! duality of linear programs says in the plane. There is none if and only if the levels along some
//! v and −v now sum to less than 0. Around the face, one side after the other, it is enough to pair
//! the side before, as far as the face reaches there, with each line to come: if the best pair
//! leaves several sides between them, all of these reach to the one corner where the two lines
//! meet.
//!
//! Then, with a, b, c the levels of three lines in succession, the side of the middle one is
//! (a|vw| + c|uv| − b|uw|) / (|uv||vw|) times as long as v, and the area is half the sum of those
//! numbers times b.
//!
//! Nothing here depends on which lines border a face, so nothing branches on it, and roundings stay
//! roundings.

use super::Kdop;
use super::directions::{Direction, directions, norms, project};

/// The most sides of a face.
const MOST_SIDES: usize = 12;

/// The most pairs of lines around one that are less than half a turn apart: 1 and 1 step away, 1
/// and 2, … up to 5 in all.
const MOST_PAIRS: usize = 10;

/// A figure of the upper and of the lower face of a slab. The lower one is the upper one of the
/// mirrored k-DOP.
type Both = [f64; 2];

/// The lines that can border faces of one kind.
#[derive(Clone, Copy)]
struct Border {
    /// Their normals, counterclockwise.
    normals: [[i8; 2]; MOST_SIDES],
    sides: usize,
    /// All pairs around the first side: how far before and after it they are, and how much of their
    /// levels makes its own.
    around_first: [(usize, usize, [f64; 2]); MOST_PAIRS],
    pairs_around_first: usize,
    /// The shares of the side before a side and of each one after it, less than half a turn from
    /// there.
    shares: [[[f64; 2]; MOST_SIDES / 2 - 2]; MOST_SIDES],
    /// How much of the levels before it, of its own and after it makes the length of a side.
    lengths: [[f64; 3]; MOST_SIDES],
}

/// How the upper plane of a slab bounds the upper face of another: normal · p ≤ (its level +
/// `shift` · the face's) · `scale`.
#[derive(Clone, Copy)]
struct Trace {
    normal: [i8; 2],
    shift: f64,
    scale: f64,
}

/// The places of the traces of a slab's upper and lower plane in the border of a face.
#[derive(Clone, Copy)]
struct Lines {
    sides: [u8; 2],
    shift: f64,
    scale: f64,
}

impl Trace {
    /// In coordinates along the face's normal, so that this has the components 0 and 1 only.
    const fn new(face: Direction, other: Direction) -> Self {
        let [i, j, solved] = coordinates(face);
        let share = other[solved] * face[solved];
        let (x, y) = (along(face[i], other[i], share), along(face[j], other[j], share));
        // The components are at most 2, so 2 is all that they can have in common.
        let divisor = if x % 2 == 0 && y % 2 == 0 { 2 } else { 1 };
        Self {
            normal: [x / divisor, y / divisor],
            shift: -(share as f64),
            scale: 1.0 / divisor as f64,
        }
    }
}

/// The two coordinates that are left, and the one to look along. Of those left, one in which the
/// face's normal is 0 comes last.
const fn coordinates(face: Direction) -> [usize; 3] {
    match face {
        [_, 0, 0] => [1, 2, 0],
        [0, _, 0] => [2, 0, 1],
        [_, _, 0] => [0, 2, 1],
        [0, _, _] => [1, 0, 2],
        _ => [0, 1, 2],
    }
}

const fn along(face: i8, other: i8, share: i8) -> i8 {
    if face == 0 { other } else { other * face - share }
}

impl Border {
    /// Of the faces with this normal.
    const fn around<const S: usize>(face: Direction) -> Self {
        let mut border = Self {
            normals: [[0; 2]; MOST_SIDES],
            sides: 0,
            around_first: [(0, 0, [0.0; 2]); MOST_PAIRS],
            pairs_around_first: 0,
            shares: [[[0.0; 2]; MOST_SIDES / 2 - 2]; MOST_SIDES],
            lengths: [[0.0; 3]; MOST_SIDES],
        };
        let directions = directions::<S>();
        let mut slab = 0;
        while slab < S {
            let [x, y] = Trace::new(face, directions[slab]).normal;
            if x != 0 || y != 0 {
                border.insert([x, y]);
                border.insert([-x, -y]);
            }
            slab += 1;
        }
        let mut side = 0;
        while side < border.sides {
            border.weigh(side);
            side += 1;
        }
        border
    }

    /// Adds a normal at its place in the order, unless it is there.
    const fn insert(&mut self, normal: [i8; 2]) {
        let mut place = self.sides;
        while place > 0 && comes_before(normal, self.normals[place - 1]) {
            place -= 1;
        }
        if place > 0 && is_same(normal, self.normals[place - 1]) {
            return;
        }
        let mut moved = self.sides;
        while moved > place {
            self.normals[moved] = self.normals[moved - 1];
            moved -= 1;
        }
        self.normals[place] = normal;
        self.sides += 1;
    }

    /// Works out the shares and the length of a side.
    const fn weigh(&mut self, side: usize) {
        let mut before = 1;
        while before < self.sides / 2 {
            let mut after = 1;
            while before + after < self.sides / 2 {
                let [uv, vw, uw] = self.determinants(side, before, after);
                let shares = [vw / uw, uv / uw];
                if before == 1 {
                    self.shares[side][after - 1] = shares;
                }
                if side == 0 {
                    self.around_first[self.pairs_around_first] = (before, after, shares);
                    self.pairs_around_first += 1;
                }
                after += 1;
            }
            before += 1;
        }
        let [uv, vw, uw] = self.determinants(side, 1, 1);
        self.lengths[side] = [1.0 / uv, -uw / (uv * vw), 1.0 / vw];
    }

    /// The determinants of the normals this many sides before and after this one, with it and with
    /// each other.
    const fn determinants(&self, side: usize, before: usize, after: usize) -> [f64; 3] {
        let u = self.normals[(side + self.sides - before) % self.sides];
        let (v, w) = (self.normals[side], self.normals[(side + after) % self.sides]);
        [determinant(u, v) as f64, determinant(v, w) as f64, determinant(u, w) as f64]
    }

    const fn side(&self, normal: [i8; 2]) -> usize {
        let mut side = 0;
        while !is_same(normal, self.normals[side]) {
            side += 1;
        }
        side
    }

    /// The areas of what lies below the lines at these levels.
    fn areas(&self, levels: &[Both; MOST_SIDES]) -> Both {
        match self.sides {
            4 => self.areas_of::<4>(levels),
            6 => self.areas_of::<6>(levels),
            8 => self.areas_of::<8>(levels),
            _ => self.areas_of::<MOST_SIDES>(levels),
        }
    }

    fn areas_of<const N: usize>(&self, levels: &[Both; MOST_SIDES]) -> Both {
        let reached = self.reached::<N>(levels);
        let (mut doubled, mut narrowest) = ([0.0; 2], [f64::INFINITY; 2]);
        for side in 0..N {
            let (prior, own, next) =
                (&reached[(side + N - 1) % N], &reached[side], &reached[(side + 1) % N]);
            let opposite = &reached[(side + N / 2) % N];
            let [of_prior, of_own, of_next] = self.lengths[side];
            for i in 0..2 {
                doubled[i] += own[i] * (of_prior * prior[i] + of_own * own[i] + of_next * next[i]);
                narrowest[i] = least(own[i] + opposite[i], narrowest[i]);
            }
        }
        for i in 0..2 {
            doubled[i] = if narrowest[i] < 0.0 { 0.0 } else { doubled[i] };
        }
        [0.5 * doubled[0], 0.5 * doubled[1]]
    }

    /// How far the faces reach along the normals.
    #[inline(always)]
    fn reached<const N: usize>(&self, levels: &[Both; MOST_SIDES]) -> [Both; MOST_SIDES] {
        let mut reached = *levels;
        for (before, after, [of_prior, of_next]) in
            self.around_first.iter().take(self.pairs_around_first)
        {
            for i in 0..2 {
                let level = of_prior * levels[N - before][i] + of_next * levels[*after][i];
                reached[0][i] = least(level, reached[0][i]);
            }
        }
        for side in 1..N {
            let (prior, mut own) = (reached[side - 1], reached[side]);
            for after in 1..N / 2 - 1 {
                let next = &levels[if side + after < N { side + after } else { side + after - N }];
                let [of_prior, of_next] = self.shares[side][after - 1];
                for i in 0..2 {
                    own[i] = least(of_prior * prior[i] + of_next * next[i], own[i]);
                }
            }
            reached[side] = own;
        }
        reached
    }
}

/// Without the care for NaN that `f64::min` takes, for which there is no instruction.
#[inline(always)]
fn least(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

const fn determinant(a: [i8; 2], b: [i8; 2]) -> i8 {
    a[0] * b[1] - a[1] * b[0]
}

const fn is_same(a: [i8; 2], b: [i8; 2]) -> bool {
    a[0] == b[0] && a[1] == b[1]
}

/// In the order of angles from 0 up to, but without, a full turn.
const fn comes_before(a: [i8; 2], b: [i8; 2]) -> bool {
    let (a_is_up, b_is_up) = (is_up(a), is_up(b));
    if a_is_up == b_is_up { determinant(a, b) > 0 } else { a_is_up }
}

const fn is_up([x, y]: [i8; 2]) -> bool {
    y > 0 || (y == 0 && x > 0)
}

/// The number of components of a normal that are not 0.
const fn kind([x, y, z]: Direction) -> usize {
    (x * x + y * y + z * z) as usize - 1
}

/// The volume and the surface area of a k-DOP.
pub(super) fn measure<const S: usize>(dop: &Kdop<S>) -> (f64, f64) {
    Measure::of(dop)
}

/// The constants of the k-DOPs with `S` slabs.
struct Measure<const S: usize>;

impl<const S: usize> Measure<S> {
    /// The borders of the faces of an axis, an edge and a corner of a cube.
    const BORDERS: &'static [Border; 3] = &[
        Border::around::<S>([1, 0, 0]),
        Border::around::<S>([1, 1, 0]),
        Border::around::<S>([1, 1, 1]),
    ];

    /// The places of all slabs in the border of each.
    const LINES: &'static [[Lines; S]; S] = &{
        let directions = directions::<S>();
        let mut lines = [[Lines { sides: [0; 2], shift: 0.0, scale: 1.0 }; S]; S];
        let mut pair = 0;
        while pair < S * S {
            let (face, other) = (pair / S, pair % S);
            if face != other {
                let Trace { normal, shift, scale } =
                    Trace::new(directions[face], directions[other]);
                let border = &Self::BORDERS[kind(directions[face])];
                let side = border.side(normal);
                let opposite = (side + border.sides / 2) % border.sides;
                lines[face][other] = Lines { sides: [side as u8, opposite as u8], shift, scale };
            }
            pair += 1;
        }
        lines
    };

    /// The volume and the surface area.
    fn of(dop: &Kdop<S>) -> (f64, f64) {
        let middle = project::<S>(dop.bounds().center());
        let levels: [Both; S] =
            std::array::from_fn(|i| [dop.high[i] - middle[i], middle[i] - dop.low[i]]);
        let (mut volume, mut area) = (0.0, 0.0);
        for (slab, norm) in const { norms::<S>() }.into_iter().enumerate() {
            let [upper, lower] = Self::areas_seen(slab, &levels);
            volume += upper * levels[slab][0] + lower * levels[slab][1];
            area += (upper + lower) * norm;
        }
        (volume / 3.0, area)
    }

    /// The areas of a slab's faces as they are seen along a coordinate.
    fn areas_seen(slab: usize, levels: &[Both; S]) -> Both {
        let border = &Self::BORDERS[kind(const { directions::<S>() }[slab])];
        let own = levels[slab];
        let mut bounds = [[f64::INFINITY; 2]; MOST_SIDES];
        for (other, lines) in Self::LINES[slab].iter().enumerate() {
            if other == slab {
                continue;
            }
            let [upper, lower] = levels[other];
            let (ahead, behind) = ([upper, lower], [lower, upper]);
            let [side, opposite] = lines.sides.map(usize::from);
            for i in 0..2 {
                let shift = lines.shift * own[i];
                bounds[side][i] = least((ahead[i] + shift) * lines.scale, bounds[side][i]);
                bounds[opposite][i] = least((behind[i] - shift) * lines.scale, bounds[opposite][i]);
            }
        }
        border.areas(&bounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::DVec3;
    use closecall::engine::geom::Rng;

    /// Every face cut out of its plane by all the others, in space.
    fn by_clipping<const S: usize>(dop: &Kdop<S>) -> (f64, f64) {
        let center = dop.bounds().center();
        let (mut volume, mut area) = (0.0, 0.0);
        dop.for_each_face(|face, polygon| {
            let fan = polygon
                .windows(2)
                .skip(1)
                .map(|edge| (edge[0] - polygon[0]).cross(edge[1] - polygon[0]));
            let own = fan.sum::<DVec3>().length() * 0.5;
            area += own;
            volume += own * (face.level - face.normal.dot(center)) / norms::<S>()[face.slab] / 3.0;
        });
        (volume, area)
    }

    /// Random, on a grid, on a line, in planes of several directions, and twice the same: as
    /// hostile as points can be.
    fn clouds(rng: &mut Rng) -> Vec<Vec<DVec3>> {
        let planes = [[0, 0, 1], [1, 1, 0], [1, -1, 1], [2, 1, 0], [3, -2, 5]];
        let mut clouds = Vec::new();
        for count in [1, 2, 3, 4, 9, 30] {
            let random: Vec<DVec3> = (0..count).map(|_| rng.in_ball()).collect();
            clouds.push(random.iter().map(|p| (p * 2.0).round()).collect());
            clouds.push(random.iter().map(|p| DVec3::new(1.0, 2.0, -1.0) * p.x).collect());
            clouds.extend(planes.map(|plane| {
                let normal = DVec3::from_array(plane.map(f64::from));
                random.iter().map(|p| p.reject_from(normal) + normal * 0.25).collect()
            }));
            clouds.push(random);
        }
        clouds
    }

    fn agrees<const S: usize>() {
        let rng = &mut Rng::new(906);
        let (mut solid, mut flat) = (0, 0);
        for _ in 0..20 {
            for cloud in clouds(rng) {
                for (scale, offset) in [(1.0, DVec3::ZERO), (1e-3, DVec3::new(4e4, -7.0, 900.0))] {
                    let dop = Kdop::<S>::around(cloud.iter().map(|p| p * scale + offset));
                    let (measured, clipped) = (measure(&dop), by_clipping(&dop));
                    // Clipping leaves a border of 3200u around a face; see there.
                    let (reach, size) = (offset.length() + scale, 4.0 * scale);
                    let border = 1e-12 * reach;
                    let [volume, area] =
                        [measured.0 - clipped.0, measured.1 - clipped.1].map(f64::abs);
                    assert!(
                        volume <= border * (size + border).powi(2) * S as f64,
                        "{dop:?}: {measured:?} {clipped:?}"
                    );
                    assert!(
                        area <= 16.0 * border * (size + border) * S as f64,
                        "{dop:?}: {measured:?} {clipped:?}"
                    );
                    let is_solid = measured.0 > 0.01 * scale * scale * scale;
                    solid += usize::from(is_solid);
                    flat += usize::from(!is_solid);
                }
            }
        }
        assert!(solid > 200 && flat > 20, "{solid} {flat}");
    }

    #[test]
    fn faces_by_their_borders_measure_as_faces_by_clipping() {
        agrees::<3>();
        agrees::<4>();
        agrees::<6>();
        agrees::<7>();
        agrees::<9>();
        agrees::<10>();
        agrees::<13>();
    }

    #[test]
    fn what_lies_in_a_coordinate_plane_has_no_volume_at_all() {
        let square =
            [[0.0, 0.0], [0.7, 0.1], [0.9, 0.8], [0.1, 0.3]].map(|[x, y]| DVec3::new(x, y, 0.3));
        assert_eq!(measure(&Kdop::<9>::around(square)).0, 0.0);
        assert!(measure(&Kdop::<9>::around(square)).1 > 0.5);
    }

    #[test]
    fn half_planes_without_a_common_point_have_no_area() {
        // The normals (1, 0), (1, 1), (0, 1) and on in eighths of a turn.
        let border = Border::around::<9>([1, 0, 0]);
        let areas = |levels: [[f64; 8]; 2]| {
            border.areas(&std::array::from_fn(|side| {
                levels.map(|levels| levels.get(side).copied().unwrap_or(0.0))
            }))
        };
        let square = [1.0, 9.0, 2.0, 9.0, 3.0, 9.0, 4.0, 9.0];
        assert_eq!(areas([square, [1.0, 9.0, 2.0, 9.0, -1.5, 9.0, 4.0, 9.0]]), [24.0, 0.0]);
        // A corner cut off, and all: x + y ≤ 2, and −x − y ≤ −4.
        assert_eq!(
            areas([
                [1.0, 2.0, 2.0, 9.0, 3.0, 9.0, 4.0, 9.0],
                [1.0, 9.0, 2.0, 9.0, 3.0, -4.0, 4.0, 9.0]
            ]),
            [23.5, 0.0]
        );
        assert_eq!(areas([square, square])[1], 24.0);
    }

    #[test]
    fn borders_have_the_sides_that_enumeration_gives() {
        let sides = |borders: &[Border; 3]| borders.each_ref().map(|border| border.sides);
        assert_eq!(sides(Measure::<3>::BORDERS)[0], 4);
        assert_eq!(sides(Measure::<4>::BORDERS)[2], 6);
        assert_eq!(sides(Measure::<6>::BORDERS)[1], 6);
        assert_eq!([0, 2].map(|kind| sides(Measure::<7>::BORDERS)[kind]), [8, 6]);
        assert_eq!([0, 1].map(|kind| sides(Measure::<9>::BORDERS)[kind]), [8, 8]);
        assert_eq!([1, 2].map(|kind| sides(Measure::<10>::BORDERS)[kind]), [12, 12]);
        assert_eq!(sides(Measure::<13>::BORDERS), [8, 12, 12]);
    }
}
