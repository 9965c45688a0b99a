//! Volumes against rays and planes: what each kind rules out, and what a test costs. ("Other narrow
//! phase techniques": rays against bounding volumes for bullets, lines of sight and the ground;
//! volumes against planes.)
//!
//! Every volume is put around groups of neighbouring triangles, and asked about the same rays and
//! planes. What can be ruled out at most is known exactly: groups that the ray meets no triangle
//! of, and groups with all corners on one side of the plane.

use std::hint::black_box;
use std::time::Instant;

use closecall::engine::geom::{DVec3, Rng, Triangle, exact::pierce};
use closecall::geom::Ray;
use closecall_classic::volume::{Aabb, Fit, Kdop, Obb, ProbeSide, Sphere, VolumeProbe};

use super::PAPER;
use super::groups::groups;
use crate::experiment::{
    Cell, Column, Experiment, Fault, Holds, Lab, Noise, Outcome, Row, Table, Verdict,
};
use crate::scenes::DataSet;
use crate::table::Breadth;
use closecall_classic::volume::obb::Orientation;

/// The experiment.
pub fn experiment() -> Experiment {
    let title = "Volumes against rays and planes: cost of a test and share ruled out";
    Experiment::new("pedersen-probes", title, (PAPER, "Other narrow phase techniques"), run)
}

/// Triangles in a group, at most.
const GROUP: usize = 32;

/// The questions, and the truth about them.
struct Questions {
    rays: Vec<Ray>,
    planes: Vec<(DVec3, f64)>,
    /// Pairs of a group and a ray, or plane, that do not meet; and all pairs.
    missed: [usize; 2],
    all: [usize; 2],
}

/// The work of a kind of volume.
struct Measured {
    name: &'static str,
    /// Pairs it ruled out: of rays, of planes.
    ruled_out: [usize; 2],
    /// Nanoseconds a test.
    cost: [f64; 2],
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let sets = if lab.settings.breadth == Breadth::Tiny { &[DataSet::Torus][..] } else { &SETS };
    let (mut tables, mut noise, mut verdicts) = (Vec::new(), Noise::default(), Vec::new());
    for &set in sets {
        let scene = lab.scene(set)?;
        let groups = groups(&scene.env, GROUP);
        let questions = Questions::new(&groups, lab.settings.seed, count(lab.settings.breadth));
        lab.progress.start(&scene.name, 1);
        let measured = measure(&groups, &questions, lab.settings.reps, &mut noise);
        lab.progress.step();
        verdicts.push(tighter_rules_out_more(&measured));
        tables.extend(
            [0, 1].map(|kind| table(&scene.name, groups.len(), kind, &questions, &measured)),
        );
    }
    Ok(Outcome {
        tables,
        plots: Vec::new(),
        verdict: verdict(&verdicts).with_noise(noise.typical()),
    })
}

const SETS: [DataSet; 3] = [DataSet::Torus, DataSet::Pipes, DataSet::Interior];

/// Rays, and planes.
fn count(breadth: Breadth) -> usize {
    match breadth {
        Breadth::Tiny => 20,
        Breadth::Short => 200,
        Breadth::Full => 1000,
    }
}

impl Questions {
    /// Rays and planes through the extent of the groups.
    fn new(groups: &[Vec<Triangle>], seed: u64, count: usize) -> Self {
        let corners = || groups.iter().flatten().flatten().copied();
        let (low, high) = corners()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
        let mut random = Rng::new(seed);
        let mut inside =
            || low + (high - low) * DVec3::from_array([(); 3].map(|()| random.between(0.0, 1.0)));
        let rays = (0..count)
            .filter_map(|_| Ray::new(inside(), inside() - inside()).ok())
            .collect::<Vec<_>>();
        let planes = (0..count).map(|_| {
            let normal = (inside() - inside()).normalize_or(DVec3::Z);
            (normal, normal.dot(inside()))
        });
        let planes: Vec<_> = planes.collect();
        let meets = |ray: &Ray, group: &[Triangle]| group.iter().any(|t| pierce(ray, t).is_some());
        let missed_by_ray = |ray: &Ray| groups.iter().filter(|group| !meets(ray, group)).count();
        let beside = |(normal, offset): &(DVec3, f64), group: &[Triangle]| {
            let heights = || group.iter().flatten().map(|p| normal.dot(*p));
            heights().all(|height| height < *offset) || heights().all(|height| height > *offset)
        };
        let missed_by_plane =
            |plane: &(DVec3, f64)| groups.iter().filter(|group| beside(plane, group)).count();
        let missed =
            [rays.iter().map(missed_by_ray).sum(), planes.iter().map(missed_by_plane).sum()];
        let all = [rays.len() * groups.len(), planes.len() * groups.len()];
        Self { rays, planes, missed, all }
    }
}

fn measure(
    groups: &[Vec<Triangle>],
    questions: &Questions,
    reps: usize,
    noise: &mut Noise,
) -> Vec<Measured> {
    let points = |group: &[Triangle]| group.iter().flatten().copied().collect::<Vec<DVec3>>();
    let mut sheet = Sheet { groups, questions, reps, noise, measured: Vec::new() };
    sheet.add("sphere", |group| {
        let points = points(group);
        Sphere::about(points.iter().sum::<DVec3>() / points.len() as f64, points.into_iter())
    });
    sheet.add("box", |group| Aabb::around(points(group)));
    sheet.add("oriented box", |group| {
        let items: Vec<u32> = (0..group.len() as u32).collect();
        Fit::<Obb>::trial(&Orientation::Best, group, &items)
    });
    sheet.add("14-dop", |group| Kdop::<7>::around(points(group)));
    sheet.add("18-dop", |group| Kdop::<9>::around(points(group)));
    sheet.add("26-dop", |group| Kdop::<13>::around(points(group)));
    sheet.measured
}

struct Sheet<'q> {
    groups: &'q [Vec<Triangle>],
    questions: &'q Questions,
    reps: usize,
    noise: &'q mut Noise,
    measured: Vec<Measured>,
}

impl Sheet<'_> {
    fn add<V: VolumeProbe>(&mut self, name: &'static str, fit: impl Fn(&[Triangle]) -> V) {
        let volumes: Vec<V> = self.groups.iter().map(|group| fit(group)).collect();
        let Questions { rays, planes, all, .. } = self.questions;
        let refuses = |ray: &Ray| volumes.iter().filter(|volume| !volume.may_meet(ray)).count();
        let beside = |&(normal, offset): &(DVec3, f64)| {
            volumes
                .iter()
                .filter(|volume| volume.side_of(normal, offset) != ProbeSide::Across)
                .count()
        };
        let of_rays = timed(self.reps, self.noise, || rays.iter().map(refuses).sum());
        let of_planes = timed(self.reps, self.noise, || planes.iter().map(beside).sum());
        let cost = [(of_rays.1, all[0]), (of_planes.1, all[1])]
            .map(|(seconds, tests)| seconds / tests as f64 * 1e9);
        self.measured.push(Measured { name, ruled_out: [of_rays.0, of_planes.0], cost });
    }
}

/// The answer, and the least time of several rounds.
fn timed(reps: usize, noise: &mut Noise, ask: impl Fn() -> usize) -> (usize, f64) {
    let mut answer = 0;
    let rounds: Vec<f64> = (0..reps.max(1))
        .map(|_| {
            let start = Instant::now();
            answer = black_box(ask());
            start.elapsed().as_secs_f64()
        })
        .collect();
    noise.add_rounds(&rounds);
    (answer, rounds.into_iter().fold(f64::INFINITY, f64::min))
}

fn table(
    scene: &str,
    groups: usize,
    kind: usize,
    questions: &Questions,
    measured: &[Measured],
) -> Table {
    let probes = ["rays", "planes"][kind];
    let (missed, all) = (questions.missed[kind], questions.all[kind]);
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    let row = |Measured { name, ruled_out, cost }: &Measured| {
        let cells = [share(ruled_out[kind], all), share(ruled_out[kind], missed), cost[kind]];
        Row::new(*name, cells.map(Cell::ours).to_vec())
    };
    Table {
        title: format!(
            "{scene}, {probes}: {groups} groups of up to {GROUP} triangles; {:.2} % of all pairs do not meet",
            share(missed, all)
        ),
        rows_are: "volume",
        columns: vec![
            Column::new("ruled out", "%"),
            Column::new("ruled out of what does not meet", "%"),
            Column::new("cost", "ns a test"),
        ],
        rows: measured.iter().map(row).collect(),
    }
}

/// The number of the three comparisons with the box that come out so.
fn tighter_rules_out_more(measured: &[Measured]) -> usize {
    let of = |name: &str| measured.iter().find(|one| one.name == name).expect("it was measured");
    let plain = of("box");
    let loose = usize::from(of("sphere").ruled_out[0] <= plain.ruled_out[0]);
    let tight = ["oriented box", "18-dop"].map(|name| {
        usize::from(
            of(name).ruled_out[0] >= plain.ruled_out[0] && of(name).cost[0] >= plain.cost[0],
        )
    });
    loose + tight.iter().sum::<usize>()
}

fn verdict(found: &[usize]) -> Verdict {
    let (so, of) = (found.iter().sum::<usize>(), 3 * found.len());
    Verdict::new(
        Holds::by_count(so, of, of),
        format!(
            "the tighter a volume, the more rays it rules out and the dearer its test: so in {so} of {of} comparisons \
             with a box"
        ),
    )
}
