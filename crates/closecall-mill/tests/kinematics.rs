//! Places of joints against the formulas of LinuxCNC's kinematics modules: `xyzac-trt-kins`,
//! `xyzbc-trt-kins`, `maxkins` and `5axiskins`; and the angles that point a tool along a direction.

use closecall::engine::geom::Rng;
use closecall_mill::gcode::ProgramUnit;
use closecall_mill::machine::{Machine, MachineError, MachineOptions};
use glam::DVec3;
use std::path::Path;

/// A machine whose slides are the joints X, Y and Z before these two chains; lengths in millimetres.
fn machine(table: &str, head: &str, part_at: DVec3) -> Result<Machine, MachineError> {
    let slides = |at: &str| {
        format!(
            r#"<link name="x"/><link name="y"/><link name="{at}0"/>
            <joint name="X" type="prismatic"><parent link="base"/><child link="x"/><axis xyz="1 0 0"/><limit lower="-9" upper="9"/></joint>
            <joint name="Y" type="prismatic"><parent link="x"/><child link="y"/><axis xyz="0 1 0"/><limit lower="-9" upper="9"/></joint>
            <joint name="Z" type="prismatic"><parent link="y"/><child link="{at}0"/><axis xyz="0 0 1"/><limit lower="-9" upper="9"/></joint>"#
        )
    };
    let text = format!(
        r#"<robot name="m"><link name="base"/>{}<link name="table0"/>
        <joint name="stand" type="fixed"><parent link="base"/><child link="table0"/></joint>{table}{head}</robot>"#,
        slides("head")
    );
    let options =
        MachineOptions { part_at: part_at.into(), ..MachineOptions::new(ProgramUnit::Millimetre) };
    Machine::parse(Path::new("m.urdf"), text.as_bytes(), &options)
}

/// A joint that turns, from one link to another, in millimetres.
fn turn(name: &str, [from, to]: [&str; 2], at: [f64; 3], axis: &str) -> String {
    let [x, y, z] = at.map(|x| x / 1e3);
    format!(
        r#"<link name="{to}"/><joint name="{name}" type="continuous"><parent link="{from}"/><child link="{to}"/>
        <origin xyz="{x} {y} {z}"/><axis xyz="{axis}"/></joint>"#
    )
}

fn fixed([from, to]: [&str; 2], at: [f64; 3]) -> String {
    let [x, y, z] = at.map(|x| x / 1e3);
    format!(
        r#"<link name="{to}"/><joint name="to {to}" type="fixed"><parent link="{from}"/><child link="{to}"/><origin xyz="{x} {y} {z}"/></joint>"#
    )
}

struct Trial {
    rot: DVec3,
    offset: DVec3,
    length: f64,
    tip: DVec3,
    degrees: DVec3,
}

impl Trial {
    fn of(rng: &mut Rng) -> Self {
        let mut point = |size: f64| rng.in_ball() * size;
        let (rot, offset, tip) = (point(80.0), point(40.0), point(150.0));
        let [length, a, b, c] = [[40.0, 120.0], [-150.0, 150.0], [-150.0, 150.0], [-720.0, 720.0]]
            .map(|[lo, hi]| rng.between(lo, hi));
        Self { rot, offset, length, tip, degrees: DVec3::new(a, b, c) }
    }

    fn compare(&self, machine: &Machine, degrees: DVec3, wanted: DVec3, name: &str) {
        let found = machine.kinematics().slides(self.tip, degrees, self.length);
        let found = DVec3::from_array(found);
        assert!(found.distance(wanted) < 1e-9, "{name}: {found} and {wanted}");
        let back = DVec3::from_array(machine.kinematics().tip(found, degrees, self.length));
        assert!(back.distance(self.tip) < 1e-9, "{name}: {back} and {}", self.tip);
    }
}

#[test]
fn joints_are_where_linuxcnc_has_them() {
    let mut rng = Rng::new(4101);
    for _ in 0..200 {
        let trial = Trial::of(&mut rng);
        let Trial { rot, offset, length, tip, degrees } = trial;
        let radians = degrees.map(f64::to_radians);
        // Its places are those of a nose that is a tool's length above the tip.
        let pos = tip + DVec3::Z * length - rot;
        let (sin, cos) = (radians.map(f64::sin), radians.map(f64::cos));

        // xyzac-trt-kins: y_offset, z_offset.
        let (dy, dz) = (offset.y, offset.z + length);
        let across = sin.z * pos.x + cos.z * pos.y;
        let wanted = rot
            + DVec3::new(
                cos.z * pos.x - sin.z * pos.y,
                cos.x * (across - dy) - sin.x * (pos.z - dz) + dy,
                sin.x * (across - dy) + cos.x * (pos.z - dz) + dz,
            );
        let [a, c] =
            [[0.0, rot.y + offset.y, rot.z + offset.z], [rot.x, -offset.y, -rot.z - offset.z]];
        let table = turn("A", ["table0", "cradle"], a, "1 0 0")
            + &turn("C", ["cradle", "table"], c, "0 0 1");
        let upright = fixed(["head0", "spindle"], [0.0; 3]);
        let part_at = DVec3::new(-rot.x, -rot.y, 0.0);
        let ac = machine(&table, &upright, part_at).unwrap();
        trial.compare(&ac, degrees.with_y(0.0), wanted, "xyzac-trt-kins");

        // xyzbc-trt-kins: x_offset, z_offset.
        let (dx, dz) = (offset.x, offset.z + length);
        let along = cos.z * pos.x - sin.z * pos.y;
        let wanted = rot
            + DVec3::new(
                cos.y * (along - dx) + sin.y * (pos.z - dz) + dx,
                sin.z * pos.x + cos.z * pos.y,
                -sin.y * (along - dx) + cos.y * (pos.z - dz) + dz,
            );
        let [b, c] =
            [[rot.x + offset.x, 0.0, rot.z + offset.z], [-offset.x, rot.y, -rot.z - offset.z]];
        let table = turn("B", ["table0", "cradle"], b, "0 1 0")
            + &turn("C", ["cradle", "table"], c, "0 0 1");
        let bc = machine(&table, &upright, part_at).unwrap();
        trial.compare(&bc, degrees.with_x(0.0), wanted, "xyzbc-trt-kins");

        // maxkins with conventional directions: a pivot and the tool's length below it.
        let (pivot, pos) = (50.0 + offset.x.abs(), pos + rot);
        let arm = pivot + length;
        let wanted = DVec3::new(
            cos.z * pos.x + sin.z * pos.y + arm * sin.y,
            cos.z * pos.y - sin.z * pos.x,
            pos.z + arm * cos.y - arm,
        );
        let head = turn("B", ["head0", "swivel"], [0.0, 0.0, pivot], "0 1 0")
            + &fixed(["swivel", "spindle"], [0.0, 0.0, -pivot]);
        let table = turn("C", ["table0", "table"], [0.0; 3], "0 0 -1");
        let max = machine(&table, &head, DVec3::ZERO).unwrap();
        trial.compare(&max, degrees.with_x(0.0), wanted, "maxkins");

        // 5axiskins: the same with C in the head, and B the other way.
        let swung = DVec3::new(sin.y * cos.z, sin.y * sin.z, -cos.y) * arm;
        let wanted = pos - swung - DVec3::Z * arm;
        let head = turn("C", ["head0", "fork"], [0.0, 0.0, pivot], "0 0 1")
            + &turn("B", ["fork", "swivel"], [0.0; 3], "0 -1 0")
            + &fixed(["swivel", "spindle"], [0.0, 0.0, -pivot]);
        let table = fixed(["table0", "table"], [0.0; 3]);
        let five = machine(&table, &head, DVec3::ZERO).unwrap();
        trial.compare(&five, degrees.with_x(0.0), wanted, "5axiskins");

        // Angles for a direction: those that it was made of, or others that give it.
        for (machine, angles) in [
            (&ac, degrees.with_y(0.0)),
            (&bc, degrees.with_x(0.0)),
            (&max, degrees.with_x(0.0)),
            (&five, degrees.with_x(0.0)),
        ] {
            let axis = |degrees: DVec3| -> DVec3 {
                let rows = machine.kinematics().part_from_tool(degrees.map(f64::to_radians));
                rows.map(|[.., z]| z).into()
            };
            let goal = axis(angles);
            let near = angles
                + DVec3::new(3.0, -2.0, 5.0)
                    * DVec3::new(f64::from(angles.x != 0.0), f64::from(angles.y != 0.0), 1.0);
            let found = DVec3::from_array(machine.aim(goal, near.to_array()).unwrap());
            assert!(axis(found).distance(goal) < 1e-7, "{found} for {angles}");
            assert!((found - near).abs().max_element() <= 360.0, "{found} from {near}");
        }
    }
}

#[test]
fn machines_that_are_not_clear_are_refused() {
    let upright = fixed(["head0", "spindle"], [0.0; 3]);
    let c = turn("C", ["table0", "table"], [0.0; 3], "0 0 1");
    let refused =
        |table: &str, head: &str| machine(table, head, DVec3::ZERO).unwrap_err().to_string();
    assert!(machine(&c, &upright, DVec3::ZERO).is_ok());
    let no_table = refused("", &upright);
    assert!(
        no_table.contains("no link is named 'table'") && no_table.contains("part=LINK"),
        "{no_table}"
    );
    let odd = refused(&turn("swivel", ["table0", "table"], [0.0; 3], "0 0 1"), &upright);
    assert!(odd.contains("'swivel' moves the part") && odd.contains("--machine-axis"), "{odd}");
    let slide = r#"<link name="table"/><joint name="A" type="prismatic"><parent link="table0"/><child link="table"/><axis xyz="1 0 0"/><limit lower="-1" upper="1"/></joint>"#;
    assert!(refused(slide, &upright).contains("cannot be A: that is a joint that turns"));
    let askew = r#"<link name="spindle"/><joint name="n" type="fixed"><parent link="head0"/><child link="spindle"/><origin rpy="3.14159 0 0"/></joint>"#;
    assert!(refused(&c, askew).contains("it is the tool's axis"), "{}", refused(&c, askew));
    let outer = turn("B", ["table0", "wheel"], [0.0; 3], "0 1 0");
    let outer = outer.clone()
        + r#"<link name="table"/><joint name="Y2" type="prismatic"><parent link="wheel"/><child link="table"/><axis xyz="0 1 0"/><limit lower="-1" upper="1"/></joint>"#;
    assert!(refused(&outer, &upright).contains("'Y2' moves the part"));
    let text = r#"<robot name="m"><link name="table"/><link name="spindle"/><joint name="X" type="prismatic"><parent link="table"/><child link="spindle"/><axis xyz="1 0 0"/><limit lower="-1" upper="1"/></joint></robot>"#;
    let options = MachineOptions::new(ProgramUnit::Millimetre);
    let error = Machine::parse(Path::new("m.urdf"), text.as_bytes(), &options).unwrap_err();
    assert!(error.to_string().contains("no joint is named Y"), "{error}");
}

/// A slide that goes the wrong way is seen: the part would move as a mirror image.
#[test]
fn a_slide_that_goes_the_wrong_way_is_refused() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/machine_table.urdf");
    let text = std::fs::read_to_string(file).unwrap();
    let options = MachineOptions::new(ProgramUnit::Millimetre);
    let parse = |text: &str| Machine::parse(Path::new("m.urdf"), text.as_bytes(), &options);
    let machine = parse(&text).unwrap();
    let zero = DVec3::from_array(machine.zero());
    assert!(zero.distance(DVec3::new(0.0, 0.0, -510.0)) < 1e-9, "{zero}");
    let letters: String = machine.axes().iter().map(|axis| axis.letter).collect();
    assert_eq!(letters, "XYZAC");
    let error = parse(&text.replacen("0 -1 0", "0 1 0", 1)).unwrap_err().to_string();
    assert!(error.contains("the slide Y moves the tool along"), "{error}");
}
