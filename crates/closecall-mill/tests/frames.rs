//! Coordinates that are turned, scaled, mirrored or polar, and splines.

use crate::common::Random;
use closecall::geom::Interval;
use closecall::mesh::shapes::cuboid;
use closecall_mill::gcode::{
    Dialect, GcodeOptions, Interpreter, Move, Places, ProgramError, ToolPath,
};
use closecall_mill::job::{JobBodies, JobSettings, Tools, run};
use closecall_mill::part::Target;
use closecall_mill::tool::{Tool, ToolShape};
use glam::DVec3;

fn options(dialect: Dialect) -> GcodeOptions {
    let places = Places { start: Some([0.0; 3]), ..Places::default() };
    GcodeOptions { dialect, places, ..GcodeOptions::default() }
}

fn moves_of(text: &str, dialect: Dialect) -> Result<Vec<Move>, ProgramError> {
    let mut program = Interpreter::new(text.as_bytes(), options(dialect));
    let mut moves = Vec::new();
    while let Some(step) = program.step()? {
        moves.extend(step.way.moves);
    }
    Ok(moves)
}

fn moves(text: &str) -> Vec<Move> {
    moves_of(text, Dialect::Fanuc).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn at(path: &ToolPath, share: f64) -> DVec3 {
    match path {
        ToolPath::Line(ends) => {
            let [from, to] = ends.map(DVec3::from_array);
            from.lerp(to, share)
        }
        ToolPath::Arc(arc) => arc.at(share).into(),
        ToolPath::Spline(spline) => spline.at(share).into(),
    }
}

/// A place seen from above.
fn flat([x, y, _]: [f64; 3]) -> [f64; 2] {
    [x, y]
}

/// Lines and arcs of the plane G17, absolute and incremental.
fn program(random: &mut Random) -> String {
    let mut text = "G90 G0 X3 Y4 Z5\n".to_string();
    for _ in 0..6 {
        let [x, y, z, r] =
            [9.0, 9.0, 9.0, 4.0].map(|size| (random.within(size) * 8.0).round() / 8.0);
        let r = 1.0 + r.abs();
        match (random.within(4.0) + 4.0) as u32 {
            0 => text += &format!("G90 G1 X{x}\n"),
            1 => text += &format!("G90 G1 X{x} Y{y} Z{z}\n"),
            2 => text += &format!("G91 G1 Y{y} Z{z}\n"),
            3 => text += &format!("G2 I{r} Z{z}\n"),
            4 => text += &format!("G91 G3 X{r} Y{r} I{r}\n"),
            5 => text += &format!("G91 G2 X{r} Y{} R{}\n", -r, 3.0 * r),
            6 => text += &format!("G91 G3 X{r} Y0.5 R-{}\n", 2.0 * r),
            _ => text += &format!("G90 G0 Z{z}\n"),
        }
    }
    text
}

/// The change of a point.
type Change = Box<dyn Fn(DVec3) -> DVec3>;

/// A program with changed coordinates does what the plain one does, changed point by point.
#[test]
fn changed_coordinates_change_every_point_of_the_way() {
    let mut random = Random(20);
    let degrees = |angle: f64, p: DVec3, [x, y]: [f64; 2]| {
        let (sine, cosine) = angle.to_radians().sin_cos();
        let (u, v) = (p.x - x, p.y - y);
        DVec3::new(x + u * cosine - v * sine, y + u * sine + v * cosine, p.z)
    };
    let (mut arcs, mut lines) = (0, 0);
    for round in 0..200 {
        let text = program(&mut random);
        let angle = (random.within(180.0) * 2.0).round() / 2.0;
        let plain = moves(&text);
        let cases: [(&str, Change); 6] = [
            (&format!("G68 X1 Y2 R{angle}"), Box::new(move |p| degrees(angle, p, [1.0, 2.0]))),
            ("G68 X0 Y0 R90", Box::new(|p| DVec3::new(-p.y, p.x, p.z))),
            (
                "G51 X1 Y2 Z3 P2.5",
                Box::new(|p| {
                    let c = DVec3::new(1.0, 2.0, 3.0);
                    c + 2.5 * (p - c)
                }),
            ),
            ("G51 X0 Y0 Z0 I-1 J1 K1", Box::new(|p| DVec3::new(-p.x, p.y, p.z))),
            ("G51.1 Y5", Box::new(|p| DVec3::new(p.x, 10.0 - p.y, p.z))),
            // A mirror comes first, then the factor, then the turn, in whatever order they stand.
            (
                &format!("G68 X1 Y2 R{angle}\nG51 X0 Y0 Z0 P0.5\nG51.1 X3"),
                Box::new(move |p| {
                    let mirrored = DVec3::new(6.0 - p.x, p.y, p.z);
                    degrees(angle, 0.5 * mirrored, [1.0, 2.0])
                }),
            ),
        ];
        for (words, change) in cases {
            let changed = moves(&format!("{words}\n{text}"));
            assert_eq!(changed.len(), plain.len(), "{round} {words}\n{text}");
            for (one, other) in plain.iter().zip(&changed).skip(1) {
                for share in [0.0, 0.25, 0.5, 0.8, 1.0] {
                    let (expected, found) = (change(at(&one.path, share)), at(&other.path, share));
                    assert!(
                        expected.distance(found) < 1e-9,
                        "{round} {words}\n{text}: {expected} {found}"
                    );
                }
                match one.path {
                    ToolPath::Arc(_) => arcs += 1,
                    _ => lines += 1,
                }
            }
        }
    }
    assert!(arcs > 1000 && lines > 1000, "{arcs} {lines}");
}

#[test]
fn they_end_with_their_codes() {
    let ends = |text: &str| moves(text).last().unwrap().path.end();
    for (start, end) in [
        ("G68 X0 Y0 R30", "G69"),
        ("G51 X0 Y0 Z0 P2", "G50"),
        ("G51.1 X0 Y0", "G50.1 X0 Y0"),
        ("G16", "G15"),
    ] {
        let text = format!("G90 G0 X1 Y1 Z1\n{start}\nX5 Y6 Z7\n{end}\nX5 Y6 Z7\n");
        assert_eq!(ends(&text), [5.0, 6.0, 7.0], "{start}");
    }
    // Only Y's mirror is taken away.
    assert_eq!(ends("G90 G0 X1 Y1 Z1\nG51.1 X0 Y0\nG50.1 Y0\nX5 Y6 Z7\n"), [-5.0, 6.0, 7.0]);
    // Holes on a turned line, and on a circle.
    let holes = |text: &str| {
        let moves = moves(text);
        let bottoms = moves.iter().filter(|one| one.path.end()[2] == -1.0);
        bottoms.map(|one| flat(one.path.end()).map(|x| (1e6 * x).round() / 1e6)).collect::<Vec<_>>()
    };
    let turned = "G90 G0 X0 Y0 Z5\nG68 X0 Y0 R90\nG99 G81 X10 Y0 Z-1 R1\nG91 X10 Z-2 R-4 L2\nG80\n";
    assert_eq!(holes(turned), [[0.0, 10.0], [0.0, 20.0], [0.0, 30.0]]);
    let circle = "G90 G0 X0 Y0 Z5\nG16\nG99 G81 X10 Y0 Z-1 R1\nY90\nG91 Y90 Z-2 R-4\nG90 X20 Z-1 R1\nG15 G80\n";
    assert_eq!(holes(circle), [[10.0, 0.0], [0.0, 10.0], [-10.0, 0.0], [-20.0, 0.0]]);
}

#[test]
fn what_controls_read_in_different_ways_is_refused() {
    let start = "G90 G0 X1 Y1 Z1\n";
    for (text, words) in [
        ("G68 X0 Y0", "needs R"),
        ("G91\nG68 X0 Y0 R5", "G90 comes first"),
        ("G68 X0 Y0 Z0 R5", "third axis"),
        ("G51 X0 Y0 Z0", "needs a factor"),
        ("G51 X0 Y0 Z0 P1000", "thousandths"),
        ("G51 X0 Y0 Z0 P0", "thousandths"),
        ("G51.1", "names an axis"),
        ("G51 X0 Y0 Z0 I2 J1 K1\nG2 I5", "is none"),
        ("G68 X0 Y0 R5\nG18", "cannot stand"),
        ("G68 X0 Y0 R5\nG55", "cannot stand"),
        ("G68 X0 Y0 R5\nG92 X0", "cannot stand"),
        ("G68 X0 Y0 R5\nG28", "cannot stand"),
        ("G51 X0 Y0 Z0 P2\nG81 X1 Y1 Z-1 R2", "along Z"),
        ("G16\nG91 X5 Y6", "G90 comes first"),
    ] {
        let error =
            moves_of(&format!("{start}{text}\n"), Dialect::Fanuc).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    for word in ["G68 X0 Y0 R5", "G51 P2", "G51.1 X0", "G16"] {
        assert!(moves_of(&format!("{start}{word}\n"), Dialect::LinuxCnc).is_err(), "{word}");
    }
    assert!(
        moves_of("G0 X1\n@5 ^3\n", Dialect::Fanuc).unwrap_err().to_string().contains("LinuxCNC")
    );
}

/// The values are rs274's.
#[test]
fn polar_words_of_linuxcnc() {
    let places = |text: &str| -> Vec<[f64; 2]> {
        let moves = moves_of(text, Dialect::LinuxCnc).unwrap_or_else(|error| panic!("{error}"));
        moves.iter().map(|one| flat(one.path.end())).collect()
    };
    let found = places("G0 X1 Y1\nG1 @2 ^45 F9\n^90\n@3\nG91\n@1 ^30\n");
    let root = 2.0_f64.sqrt();
    let expected = [[1.0, 1.0], [root, root], [0.0, 2.0], [0.0, 3.0], [-2.0, 12.0_f64.sqrt()]];
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found[0] - expected[0]).abs() + (found[1] - expected[1]).abs() < 1e-12,
            "{found:?} {expected:?}"
        );
    }
    let holes = places("G0 X10 Y0 Z5\nG91 G81 R-1 Z-2 ^60 L3\nG80\n");
    let last = holes.last().unwrap();
    assert!((last[0] + 10.0).abs() < 1e-12 && last[1].abs() < 1e-12, "{holes:?}");
    for (text, words) in [
        ("G0 X1 Y1\nX2 ^10\n", "beside them"),
        ("G0 X0 Y0\n@10\n", "needs an angle"),
        ("G18 G0 X1 Y1\n@10 ^3\n", "plane G17"),
        ("G0 X0 Y0\nG91\n@1 ^30\n", "it needs an angle, and G90"),
    ] {
        let error = moves_of(text, Dialect::LinuxCnc).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn splines_are_curves_of_bezier() {
    let read = |text: &str| moves_of(text, Dialect::LinuxCnc);
    let found =
        read("G0 X10 Y0 Z5\nG5 I0 J3 P0 Q-3 X1 Y1 F9\nP1 Q1 X3 Y3\nG5.1 X5 Y5 I1 J0\nG1 X0\n")
            .unwrap();
    let points = |index: usize| match &found[index].path {
        ToolPath::Spline(spline) => spline.points(),
        other => panic!("{other:?}"),
    };
    assert_eq!(points(1), [[10.0, 0.0, 5.0], [10.0, 3.0, 5.0], [1.0, -2.0, 5.0], [1.0, 1.0, 5.0]]);
    // Without I and J it goes on as it came: by −P, −Q of the one before.
    assert_eq!(points(2), [[1.0, 1.0, 5.0], [1.0, 4.0, 5.0], [4.0, 4.0, 5.0], [3.0, 3.0, 5.0]]);
    let (from, middle, to) =
        (DVec3::new(3.0, 3.0, 5.0), DVec3::new(4.0, 3.0, 5.0), DVec3::new(5.0, 5.0, 5.0));
    for i in 0..=20 {
        let t = f64::from(i) / 20.0;
        let expected = from * (1.0 - t) * (1.0 - t) + middle * 2.0 * t * (1.0 - t) + to * t * t;
        assert!(at(&found[3].path, t).distance(expected) < 1e-14);
    }
    assert_eq!(found[4].path.start(), to.to_array());
    // The bound on chords holds.
    let ToolPath::Spline(spline) = &found[1].path else { panic!() };
    for (a, b) in [(0.0, 1.0), (0.1, 0.3), (0.5, 0.55), (0.9, 1.0)] {
        let furthest = (0..=50).map(|i| f64::from(i) / 50.0).map(|share| {
            let [from, middle, to] =
                [a, a + share * (b - a), b].map(|at| DVec3::from_array(spline.at(at)));
            middle.distance(from.lerp(to, share))
        });
        let furthest = furthest.fold(0.0, f64::max);
        assert!(furthest > 0.0 && furthest <= spline.sagitta(a, b), "{a} {b}");
    }
    for (text, words) in [
        ("G0 X1 Y1 Z1\nG5 P1 Q1 X3 Y3\n", "needs I and J"),
        ("G0 X1 Y1 Z1\nG5 I1 P1 Q1 X3 Y3\n", "both I and J"),
        ("G0 X1 Y1 Z1\nG5 I1 J1 X3 Y3\n", "both P and Q"),
        ("G0 X1 Y1 Z1\nG5.1 X3 Y3\n", "both I and J"),
        ("G0 X1 Y1 Z1\nG5 I1 J1 P1 Q1 X3 Y3 Z2\n", "only X and Y"),
        ("G0 X1 Y1 Z1\nG18 G5 I1 J1 P1 Q1 X3 Y3\n", "plane G17"),
        ("G0 X1 Y1 Z1\nG5 I1 J1 P1 Q1 X3 Y3\nG1 X1\nG5 P1 Q1 X3 Y3\n", "needs I and J"),
        ("G0 X1 Y1 Z1\nG5.2 X3 Y3 P1\n", "a spline"),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// A tool along a spline beside a block: what it cuts is what it cuts at the worst of many places.
#[test]
fn a_spline_cuts_what_its_points_cut() {
    let part = cuboid(DVec3::new(0.0, 0.0, -20.0), DVec3::new(100.0, 100.0, 0.0));
    let bodies = JobBodies { part: Target::new(&part), stock: None, fixtures: Vec::new() };
    let tools = Tools::single(&Tool::of("flat:6".parse::<ToolShape>().unwrap()), 0.0).unwrap();
    let settings = JobSettings { program: options(Dialect::LinuxCnc), ..JobSettings::default() };
    let (mut cut, mut free) = (0, 0);
    for bulge in [-30.0, -10.0, -4.5, -4.1, -3.9, -3.0, 0.0, 5.0, 20.0] {
        // From Y-10 to Y-10, bulging by three quarters of it towards the block's side at Y0.
        let text = format!(
            "G0 X-5 Y-10 Z5\nG1 Z-5 F9\nG5 I20 J{} P-20 Q{} X90 Y-10\nG0 Z5\n",
            -bulge, -bulge
        );
        let nearest = -10.0 - 0.75 * bulge;
        let mut events = Vec::new();
        let program = text.replace("G0 X-5", "G0 X-9 Y-10 Z5\nG0 X-5");
        let summary =
            run(program.as_bytes(), &tools, &bodies, &settings, |e| events.push(e), |_| {})
                .unwrap();
        let is_cut = nearest > -3.0;
        assert_eq!((events.len() == 1, summary.undecided), (is_cut, 0), "{bulge}: {events:?}");
        if is_cut {
            let Interval { lo, hi } = events[0].depth;
            assert!(events[0].line == 4 && lo <= 5.0 && hi >= 5.0 && hi - lo < 1e-3, "{events:?}");
        }
        cut += u32::from(is_cut);
        free += u32::from(!is_cut);
    }
    assert!(cut >= 2 && free >= 4, "{cut} {free}");
}
