//! The shapes of cutters, by name. D is always the diameter; the tip is at height 0.
//!
//! What is checked is the solid that these f64 numbers describe, above its shape a cylinder of
//! diameter D.

use super::facets::Facets;
use super::piece::{Piece, PieceRole};
use super::profile::{Profile, ProfilePart};
use closecall::geom::Interval;

/// The shape of a cutter.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolShape {
    /// Half a ball of diameter `d`.
    Ball {
        /// The diameter.
        d: f64,
    },
    /// A flat end.
    Flat {
        /// The diameter.
        d: f64,
    },
    /// A flat end with a rounded corner.
    Bull {
        /// The diameter.
        d: f64,
        /// The corner's radius, at most half of `d`.
        corner: f64,
    },
    /// A point; also a V-bit and a drill.
    Cone {
        /// The diameter.
        d: f64,
        /// The angle between axis and side, in degrees.
        half_angle: f64,
    },
    /// A ball that goes over smoothly into a cone.
    TaperedBall {
        /// The diameter at the top of the cone.
        d: f64,
        /// The ball's diameter.
        ball: f64,
        /// The angle between axis and side, in degrees.
        half_angle: f64,
    },
    /// A whole ball on a thinner neck.
    Lollipop {
        /// The ball's diameter.
        d: f64,
        /// The neck's diameter, less than `d`.
        neck: f64,
    },
    /// APT's seven parameters: a cone of angle `alpha` against the level, an arc of radius `r`
    /// around (`e`, `f`), a cone of angle `beta` against the axis, up to height `h`; `d` is twice
    /// the distance at which the two cones meet.
    Apt {
        /// The diameter at which the lower and the upper line meet.
        d: f64,
        /// The corner's radius.
        r: f64,
        /// The distance of the corner's centre from the axis.
        e: f64,
        /// The height of the corner's centre.
        f: f64,
        /// The lower line's angle against the level, in degrees.
        alpha: f64,
        /// The upper line's angle against the axis, in degrees.
        beta: f64,
        /// The height of the cutter.
        h: f64,
    },
    /// Radius by height, straight lines between, from the tip upward; the last radius goes on
    /// upward.
    Profile {
        /// Pairs of radius and height.
        points: Vec<(f64, f64)>,
    },
    /// A convex polyhedron.
    Mesh(Facets),
}

/// Why a shape was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolShapeError {
    /// A number that must be positive and is not, or not finite.
    #[error("the {what} of a {shape} must be more than 0 and at most 1e9, not {value}")]
    NotPositive {
        /// The shape.
        shape: &'static str,
        /// The name of the number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// Numbers that do not go together.
    #[error("{0}")]
    Odd(String),
}

impl ToolShape {
    /// The largest diameter.
    #[must_use]
    pub fn diameter(&self) -> f64 {
        match self {
            Self::Ball { d }
            | Self::Flat { d }
            | Self::Bull { d, .. }
            | Self::Cone { d, .. }
            | Self::TaperedBall { d, .. }
            | Self::Lollipop { d, .. } => *d,
            Self::Apt { .. } => {
                self.pieces(None).iter().map(|p| 2.0 * p.lower.radius()).fold(0.0, f64::max)
            }
            Self::Profile { points } => 2.0 * points.iter().map(|p| p.0).fold(0.0, f64::max),
            Self::Mesh(facets) => 2.0 * facets.radius(),
        }
    }

    /// The height of the shape itself, where the cylinder above it begins.
    #[must_use]
    pub fn height(&self) -> f64 {
        match self {
            Self::Lollipop { d, .. } => 0.5 * d,
            Self::Apt { h, .. } => *h,
            Self::Profile { points } => points.last().map_or(0.0, |p| p.1),
            Self::Mesh(facets) => facets.height(),
            _ => {
                let under = self.underside();
                under.height(Interval::exactly(under.radius())).map_or(0.0, |z| z.hi)
            }
        }
    }

    /// The same with `side` taken off the radius.
    #[must_use]
    pub fn thinner(&self, side: f64) -> Self {
        let mut shape = self.clone();
        match &mut shape {
            Self::Ball { d }
            | Self::Flat { d }
            | Self::Cone { d, .. }
            | Self::Lollipop { d, .. } => *d -= 2.0 * side,
            Self::Bull { d, corner } => {
                *d -= 2.0 * side;
                *corner = corner.min(0.5 * *d);
            }
            Self::TaperedBall { d, ball, .. } => {
                *d -= 2.0 * side;
                *ball = (*ball).min(*d);
            }
            Self::Apt { d, e, .. } => {
                *d -= 2.0 * side;
                *e -= side;
            }
            Self::Profile { points } => points.iter_mut().for_each(|p| p.0 = (p.0 - side).max(0.0)),
            // Refused before.
            Self::Mesh(_) => {}
        }
        shape
    }

    /// Whether the numbers describe a cutter.
    pub fn check(&self) -> Result<(), ToolShapeError> {
        let positive = |shape, what, value: f64| match value > 0.0 && value <= 1e9 {
            true => Ok(()),
            false => Err(ToolShapeError::NotPositive { shape, what, value }),
        };
        let odd = |text: String| Err(ToolShapeError::Odd(text));
        let half_angle_of = |shape: &str, a: f64| match a > 0.0 && a < 90.0 {
            true => Ok(()),
            false => Err(ToolShapeError::Odd(format!(
                "the half angle of a {shape} must be between 0 and 90 degrees, not {a}"
            ))),
        };
        match self {
            Self::Ball { d } => positive("ball", "diameter", *d),
            Self::Flat { d } => positive("flat", "diameter", *d),
            Self::Bull { d, corner } => {
                positive("bull", "diameter", *d)?;
                match *corner >= 0.0 && *corner <= 0.5 * d {
                    true => Ok(()),
                    false => odd(format!(
                        "the corner radius of a bull-nose must be from 0 to {}, not {corner}",
                        0.5 * d
                    )),
                }
            }
            Self::Cone { d, half_angle } => {
                positive("cone", "diameter", *d)?;
                half_angle_of("cone", *half_angle)
            }
            Self::TaperedBall { d, ball, half_angle } => {
                positive("tapered ball", "diameter", *d)?;
                positive("tapered ball", "ball's diameter", *ball)?;
                half_angle_of("tapered ball", *half_angle)?;
                match ball <= d {
                    true => Ok(()),
                    false => odd(format!(
                        "the ball of a tapered ball must be at most {d} wide, not {ball}"
                    )),
                }
            }
            Self::Lollipop { d, neck } => {
                positive("lollipop", "diameter", *d)?;
                positive("lollipop", "neck's diameter", *neck)?;
                match neck < d {
                    true => Ok(()),
                    false => odd(format!(
                        "the neck of a lollipop must be thinner than its {d}, not {neck}"
                    )),
                }
            }
            Self::Apt { .. } => self.check_apt(),
            Self::Profile { points } => check_points(points),
            // Checked when it was made.
            Self::Mesh(_) => Ok(()),
        }
    }

    fn check_apt(&self) -> Result<(), ToolShapeError> {
        let Self::Apt { d, r, e, f, alpha, beta, h } = *self else { return Ok(()) };
        let odd = |text: String| Err(ToolShapeError::Odd(text));
        if ![d, r, e, f, alpha, beta, h].iter().all(|x| x.is_finite() && x.abs() <= 1e9) {
            return odd("a parameter of the apt cutter is not a number".to_string());
        }
        if d <= 0.0 || r < 0.0 || e < 0.0 || f < 0.0 || h <= 0.0 {
            return odd(format!(
                "an apt cutter needs d, h > 0 and r, e, f ≥ 0, not d {d}, r {r}, e {e}, f {f}, h {h}"
            ));
        }
        if !(0.0..90.0).contains(&alpha) || !(0.0..90.0).contains(&beta) {
            return odd(format!(
                "the angles of an apt cutter must be from 0 to under 90 degrees, not {alpha}, {beta}"
            ));
        }
        let parts = self.apt_parts();
        let rising = parts
            .windows(2)
            .all(|p| p[0].to() <= p[1].from() + 1e-9 * d && p[1].from() <= p[1].to());
        match !parts.is_empty()
            && rising
            && parts.iter().all(|p| p.from() >= 0.0 && p.to() > p.from())
        {
            true => Ok(()),
            false => odd("the lines and the corner of this apt cutter do not join".to_string()),
        }
    }

    /// The convex pieces, the topmost of them up to `top`, or without end.
    #[must_use]
    pub fn pieces(&self, top: Option<f64>) -> Vec<Piece> {
        let role = PieceRole::Cutter;
        let closed = |radius: f64| top.map(|z| Profile::polyline(&[(0.0, -z), (radius, -z)]));
        match self {
            Self::Lollipop { d, neck } => {
                let r = 0.5 * d;
                let half = |height: f64| {
                    Profile::new(vec![ProfilePart::Arc {
                        from: 0.0,
                        to: r,
                        center: 0.0,
                        height,
                        radius: r,
                    }])
                };
                let ball = Piece::round(role, half(r), Some(half(-r)));
                vec![ball, Piece::frustum(role, (r, 0.5 * neck), top.map(|z| (z, 0.5 * neck)))]
            }
            Self::Profile { points } => stacked(role, points, top),
            Self::Mesh(facets) => vec![facets.piece(top)],
            _ => {
                let lower = self.underside();
                let upper = closed(lower.radius());
                vec![Piece::round(role, lower, upper)]
            }
        }
    }

    /// The underside of a shape that is one convex piece.
    fn underside(&self) -> Profile {
        let arc = |from, to, center, radius| ProfilePart::Arc {
            from,
            to,
            center,
            height: radius,
            radius,
        };
        match *self {
            Self::Ball { d } => Profile::new(vec![arc(0.0, 0.5 * d, 0.0, 0.5 * d)]),
            Self::Flat { d } => Profile::polyline(&[(0.0, 0.0), (0.5 * d, 0.0)]),
            Self::Bull { d, corner } => {
                let (r, center) = (0.5 * d, 0.5 * d - corner);
                let flat = (center > 0.0).then_some(ProfilePart::Line {
                    from: 0.0,
                    z0: 0.0,
                    to: center,
                    z1: 0.0,
                });
                let round = (corner > 0.0).then_some(arc(center, r, center, corner));
                Profile::new(flat.into_iter().chain(round).collect())
            }
            Self::Cone { d, half_angle } => {
                let r = 0.5 * d;
                Profile::polyline(&[(0.0, 0.0), (r, r / half_angle.to_radians().tan())])
            }
            Self::TaperedBall { d, ball, half_angle } => {
                let (r, rho, angle) = (0.5 * d, 0.5 * ball, half_angle.to_radians());
                // The cone leaves the ball where the ball is as steep as the cone.
                let (from, z0) = (rho * angle.cos(), rho * (1.0 - angle.sin()));
                if from >= r {
                    return Profile::new(vec![arc(0.0, r, 0.0, rho)]);
                }
                let z1 = z0 + (r - from) / angle.tan();
                Profile::new(vec![
                    arc(0.0, from, 0.0, rho),
                    ProfilePart::Line { from, z0, to: r, z1 },
                ])
            }
            Self::Apt { .. } => Profile::new(self.apt_parts()),
            Self::Lollipop { .. } | Self::Profile { .. } | Self::Mesh(_) => {
                unreachable!("not one convex piece")
            }
        }
    }

    /// The lower line, the corner and the upper line, if they have a length. The tip is at height
    /// 0, even if the parameters are rounded and would have it elsewhere.
    fn apt_parts(&self) -> Vec<ProfilePart> {
        let mut parts = self.apt_parts_as_given();
        let tip = parts.first().map_or(0.0, |part| match *part {
            ProfilePart::Line { z0, .. } => z0,
            ProfilePart::Arc { from, center, height, radius, .. } => {
                height - (radius * radius - (from - center) * (from - center)).max(0.0).sqrt()
            }
        });
        if tip != 0.0 {
            parts.iter_mut().for_each(|part| match part {
                ProfilePart::Line { z0, z1, .. } => (*z0, *z1) = (*z0 - tip, *z1 - tip),
                ProfilePart::Arc { height, .. } => *height -= tip,
            });
        }
        parts
    }

    fn apt_parts_as_given(&self) -> Vec<ProfilePart> {
        let Self::Apt { d, r, e, f, alpha, beta, h } = *self else { return Vec::new() };
        let (alpha, beta) = (alpha.to_radians(), beta.to_radians());
        // The corner touches the lower line where its slope is tan α, the upper where it is cot β.
        let (low, high) = (e + r * alpha.sin(), e + r * beta.cos());
        let (low_z, high_z) = (f - r * alpha.cos(), f - r * beta.sin());
        let mut parts = Vec::new();
        if r == 0.0 {
            let corner = (0.5 * d, 0.5 * d * alpha.tan());
            parts.push(ProfilePart::Line { from: 0.0, z0: 0.0, to: corner.0, z1: corner.1 });
            let top = corner.0 + (h - corner.1) * beta.tan();
            if top > corner.0 && beta > 0.0 {
                parts.push(ProfilePart::Line { from: corner.0, z0: corner.1, to: top, z1: h });
            }
            return parts;
        }
        if low > 0.0 {
            parts.push(ProfilePart::Line {
                from: 0.0,
                z0: low_z - low * alpha.tan(),
                to: low,
                z1: low_z,
            });
        }
        if high > low.max(0.0) {
            parts.push(ProfilePart::Arc {
                from: low.max(0.0),
                to: high,
                center: e,
                height: f,
                radius: r,
            });
        }
        let top = high + (h - high_z) * beta.tan();
        if beta > 0.0 && top > high {
            parts.push(ProfilePart::Line { from: high, z0: high_z, to: top, z1: h });
        }
        parts
    }
}

fn check_points(points: &[(f64, f64)]) -> Result<(), ToolShapeError> {
    let odd = |text: String| Err(ToolShapeError::Odd(text));
    if points.len() < 2 {
        return odd(format!("a profile needs at least two points, not {}", points.len()));
    }
    for (i, &(r, z)) in points.iter().enumerate() {
        if !((0.0..=1e9).contains(&r) && z.abs() <= 1e9) {
            return odd(format!(
                "point {} of the profile, {r},{z}, is no radius and height",
                i + 1
            ));
        }
        if i > 0 && z < points[i - 1].1 {
            return odd(format!(
                "point {} of the profile lies lower ({z}) than the one before",
                i + 1
            ));
        }
    }
    match points[0].1 == 0.0 && points.last().is_some_and(|p| p.0 > 0.0) {
        true => Ok(()),
        false => odd("a profile begins at height 0 and ends with a radius above 0".to_string()),
    }
}

/// Frusta one above the other, the last radius up to `top` or without end.
pub(super) fn stacked(role: PieceRole, points: &[(f64, f64)], top: Option<f64>) -> Vec<Piece> {
    let last = points[points.len() - 1];
    let frusta: Vec<[(f64, f64); 2]> =
        points.windows(2).filter(|p| p[1].1 > p[0].1).map(|p| [p[0], p[1]]).collect();
    let goes_on = last.0 > 0.0 && top.is_none_or(|z| z > last.1);
    let mut pieces = Vec::new();
    for (i, &[(r0, z0), (r1, z1)]) in frusta.iter().enumerate() {
        // A cone down to a point has no bottom disc.
        let mut piece = cone_or_frustum(role, (z0, r0), (z1, r1));
        let above = frusta.get(i + 1).map(|f| f[0].0).or(goes_on.then_some(last.0));
        if let Some(r) = above {
            piece.join_above(z1, r.min(r1));
        }
        pieces.push(piece);
    }
    if goes_on {
        pieces.push(Piece::frustum(role, (last.1, last.0), top.map(|z| (z, last.0))));
    }
    pieces
}

fn cone_or_frustum(role: PieceRole, (z0, r0): (f64, f64), (z1, r1): (f64, f64)) -> Piece {
    if r0 == 0.0 {
        let lower = Profile::polyline(&[(0.0, z0), (r1, z1)]);
        return Piece::round(role, lower, Some(Profile::polyline(&[(0.0, -z1), (r1, -z1)])));
    }
    if r1 == 0.0 {
        let upper = Some(Profile::polyline(&[(0.0, -z1), (r0, -z0)]));
        return Piece::round(role, Profile::polyline(&[(0.0, z0), (r0, z0)]), upper);
    }
    Piece::frustum(role, (z0, r0), Some((z1, r1)))
}
