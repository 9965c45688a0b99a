//! The columns of a table of poses, by their names.
//!
//! `tx,ty,tz` say where a body is, and one of these how it is turned, angles in radians:
//! - `qw,qx,qy,qz`, a unit quaternion;
//! - `rx,ry,rz`, a rotation vector: its direction is the axis, its length the angle;
//! - `ax,ay,az,angle`, an axis of any length but 0, and the angle about it;
//! - `roll,pitch,yaw`, turns about the fixed axes x, y and z, in this order, as in URDF.
//!
//! A column `time` may be there too. The order of the columns does not matter, as each has its
//! name. A quaternion is taken as written; the other three become one, rounded to f64.

/// The columns of a table that have the numbers of a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoseColumns {
    translation: [usize; 3],
    rotation: Rotation,
    time: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rotation {
    Quaternion([usize; 4]),
    Vector([usize; 3]),
    AxisAngle([usize; 4]),
    RollPitchYaw([usize; 3]),
}

/// A row of a table of poses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseRow {
    /// The place of the body.
    pub translation: [f64; 3],
    /// The rotation: a quaternion (w, x, y, z). Its norm is as written.
    pub quaternion: [f64; 4],
    /// When, if the table has a column `time`.
    pub time: Option<f64>,
}

/// A turn about an axis that has none.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the axis ax,ay,az is 0,0,0: it has no direction")]
pub struct NoDirection;

impl PoseColumns {
    /// The header of tables of poses, as they are written.
    pub const HEADER: &str = "tx,ty,tz,qw,qx,qy,qz";

    /// The columns under this header; none if a name is missing, is there twice, or is not one of
    /// a pose.
    #[must_use]
    pub fn of(header: &[impl AsRef<str>]) -> Option<Self> {
        let time = columns(header, ["time"]).map(|[time]| time);
        let translation = columns(header, ["tx", "ty", "tz"])?;
        let rotations = [
            columns(header, ["qw", "qx", "qy", "qz"]).map(Rotation::Quaternion),
            columns(header, ["rx", "ry", "rz"]).map(Rotation::Vector),
            columns(header, ["ax", "ay", "az", "angle"]).map(Rotation::AxisAngle),
            columns(header, ["roll", "pitch", "yaw"]).map(Rotation::RollPitchYaw),
        ];
        let rotation = rotations.into_iter().flatten().next()?;
        let turned_by = match rotation {
            Rotation::Quaternion(_) | Rotation::AxisAngle(_) => 4,
            Rotation::Vector(_) | Rotation::RollPitchYaw(_) => 3,
        };
        // Every column is one of these, and each is there once.
        let all = translation.len() + turned_by + usize::from(time.is_some());
        (header.len() == all).then_some(Self { translation, rotation, time })
    }

    /// The reason why a header is none of poses.
    #[must_use]
    pub fn refusal(shown_header: &str) -> String {
        let expected = Self::HEADER;
        let others = "in any order, and `time` if there is one; for the quaternion may stand \
                      `rx,ry,rz`, `ax,ay,az,angle` or `roll,pitch,yaw`, in radians";
        if shown_header.is_empty() {
            return format!("the file is empty: the header `{expected}` is expected");
        }
        format!("the header is `{shown_header}`, not `{expected}` ({others})")
    }

    /// The pose that a row says.
    ///
    /// # Errors
    /// If a turn has an axis of length 0.
    ///
    /// # Panics
    /// If the row is shorter than the header.
    pub fn read(&self, row: &[f64]) -> Result<PoseRow, NoDirection> {
        let quaternion = match self.rotation {
            Rotation::Quaternion(columns) => columns.map(|column| row[column]),
            Rotation::Vector(columns) => {
                let vector = columns.map(|column| row[column]);
                about(vector, length(vector)).unwrap_or(UNTURNED)
            }
            Rotation::AxisAngle([x, y, z, angle]) => {
                let (axis, angle) = ([row[x], row[y], row[z]], row[angle]);
                about(axis, angle).or((angle == 0.0).then_some(UNTURNED)).ok_or(NoDirection)?
            }
            Rotation::RollPitchYaw(columns) => fixed_axes(columns.map(|column| row[column])),
        };
        let translation = self.translation.map(|column| row[column]);
        Ok(PoseRow { translation, quaternion, time: self.time.map(|column| row[column]) })
    }
}

const UNTURNED: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// The columns of these names, if each is there.
fn columns<const N: usize>(header: &[impl AsRef<str>], names: [&str; N]) -> Option<[usize; N]> {
    let mut columns = [0; N];
    for (column, name) in columns.iter_mut().zip(names) {
        *column = header.iter().position(|known| known.as_ref() == name)?;
    }
    Some(columns)
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    x.hypot(y).hypot(z)
}

/// The quaternion of a turn about an axis, if that has a direction.
fn about(axis: [f64; 3], angle: f64) -> Option<[f64; 4]> {
    // By its largest part first, so that no length is too small or too large to be divided by.
    let largest = axis.iter().fold(0.0f64, |largest, part| largest.max(part.abs()));
    if largest == 0.0 {
        return None;
    }
    let axis = axis.map(|part| part / largest);
    let length = length(axis);
    let (sine, cosine) = (angle / 2.0).sin_cos();
    let [x, y, z] = axis.map(|part| part / length * sine);
    Some([cosine, x, y, z])
}

/// The quaternion of turns about the fixed axes x, y and z, one after the other.
fn fixed_axes(angles: [f64; 3]) -> [f64; 4] {
    let [(sr, cr), (sp, cp), (sy, cy)] = angles.map(|angle| (angle / 2.0).sin_cos());
    [
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    ]
}
