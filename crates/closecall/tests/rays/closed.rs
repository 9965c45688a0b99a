//! Passages through closed surfaces: their parity says whether both ends are on the same side.

use crate::aim;
use crate::common::{Random, scenes, shared_folder};
use closecall::Model;
use closecall::engine::geom::{DVec3, GlamMesh as _, exact};
use closecall::geom::Ray;
use closecall::mesh::{self, Mesh, shapes};
use closecall::query::Winding;

/// A solid made of unit cubes of a lattice, each face between a full and an empty cube as two
/// triangles. Cubes may share edges and corners.
struct Voxels {
    full: Vec<bool>,
    side: i32,
}

impl Voxels {
    fn random(random: &mut Random, side: i32) -> Self {
        Self { full: (0..side * side * side).map(|_| random.next() < 0.4).collect(), side }
    }

    fn is_full(&self, x: i32, y: i32, z: i32) -> bool {
        let side = 0..self.side;
        let inside = side.contains(&x) && side.contains(&y) && side.contains(&z);
        inside && self.full[(x + self.side * (y + self.side * z)) as usize]
    }

    /// Is a point inside, outside, or neither for sure?
    fn holds(&self, p: DVec3) -> Option<bool> {
        let cell = p.floor();
        if (cell - p).abs().min_element() == 0.0 {
            return None;
        }
        Some(self.is_full(cell.x as i32, cell.y as i32, cell.z as i32))
    }

    fn mesh(&self) -> Mesh {
        let mut triangles = Vec::new();
        let range = || 0..self.side;
        for (x, y, z) in
            range().flat_map(|x| range().flat_map(move |y| range().map(move |z| (x, y, z))))
        {
            if !self.is_full(x, y, z) {
                continue;
            }
            for axis in 0..3 {
                for sign in [1, -1] {
                    let mut at = [x, y, z];
                    at[axis] += sign;
                    if !self.is_full(at[0], at[1], at[2]) {
                        triangles.extend(face(
                            DVec3::new(x.into(), y.into(), z.into()),
                            axis,
                            sign > 0,
                        ));
                    }
                }
            }
        }
        scenes::soup(triangles)
    }
}

/// A face of a unit cube, normal outward.
fn face(corner: DVec3, axis: usize, upper: bool) -> [[DVec3; 3]; 2] {
    let (u, v) = (DVec3::AXES[(axis + 1) % 3], DVec3::AXES[(axis + 2) % 3]);
    let base = if upper { corner + DVec3::AXES[axis] } else { corner };
    let (u, v) = if upper { (u, v) } else { (v, u) };
    [[base, base + u, base + u + v], [base, base + u + v, base + v]]
}

/// Half and quarter steps: through edges and corners of the cubes, along faces, and between.
fn lattice_point(random: &mut Random, side: i32) -> DVec3 {
    (random.lattice(4 * (side as usize + 2)) * 0.25) - DVec3::ONE
}

#[test]
fn voxels_parity_and_winding_are_those_of_the_cubes() {
    let mut random = Random(64);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..6 {
        let voxels = Voxels::random(&mut random, 4);
        let model = Model::new(voxels.mesh());
        let mut rays = model.rays();
        for _ in 0..2000 {
            let (from, to) = (lattice_point(&mut random, 4), lattice_point(&mut random, 4));
            let (Some(from_in), Some(to_in)) = (voxels.holds(from), voxels.holds(to)) else {
                continue;
            };
            let passages = rays.crossings(&Ray::segment(from, to).unwrap());
            assert_eq!(passages.count % 2 == 1, from_in != to_in, "{from} to {to}");
            assert_eq!(passages.winding, i64::from(from_in) - i64::from(to_in), "{from} to {to}");
            assert_eq!(rays.winding(from).unwrap(), Winding::Around(from_in.into()));
            if let Ok(ray) = Ray::new(from, to - from) {
                let passages = rays.crossings(&ray);
                assert_eq!(
                    (passages.count % 2 == 1, passages.winding),
                    (from_in, from_in.into()),
                    "{ray:?}"
                );
            }
            (inside, outside) = (inside + usize::from(from_in), outside + usize::from(!from_in));
        }
    }
    assert!(inside > 100 && outside > 500, "{inside} {outside}");
}

#[test]
fn edges_and_corners_of_convex_bodies_count_once() {
    let mut random = Random(3);
    for mesh in [
        shapes::cuboid(-DVec3::ONE, DVec3::ONE),
        shapes::icosphere(1.0, 2),
        shapes::tetrahedron(1.0),
    ] {
        let model = Model::new(mesh);
        let mut rays = model.rays();
        let center = model.mesh().iter().flatten().sum::<DVec3>()
            / (3 * model.mesh().triangle_count()) as f64;
        for _ in 0..2000 {
            let target = aim::target(&mut random, model.mesh());
            // From inside through the surface: once, wherever it goes through.
            let out = Ray::new(center, (target - center) * 2.0).unwrap();
            assert_eq!(rays.crossings(&out).count, 1, "{out:?}");
            let through =
                Ray::segment(center + (target - center) * 3.0, center - (target - center) * 3.0)
                    .unwrap();
            assert_eq!(rays.crossings(&through).count, 2, "{through:?}");
        }
    }
}

#[test]
fn what_only_touches_does_not_pass() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let mut rays = cube.rays();
    for (from, way) in [
        (DVec3::new(-1.0, 0.0, 0.5), DVec3::new(1.0, 1.0, 0.0)),
        (DVec3::new(0.0, 3.0, 0.5), DVec3::new(1.0, -2.0, 0.5)),
        (DVec3::new(2.0, 1.0, 0.25), DVec3::new(-1.0, -1.0, 0.0)),
    ] {
        let ray = Ray::new(from, way).unwrap();
        assert!(rays.any(&ray), "{ray:?}");
        assert_eq!(rays.crossings(&ray).count, 0, "{ray:?}");
    }
    let corner_only = Ray::new(DVec3::new(0.0, 2.0, 1.0), DVec3::new(1.0, -1.0, 0.0)).unwrap();
    assert!(rays.any(&corner_only));
    assert_eq!(rays.crossings(&corner_only).count, 0);
}

/// Rays through corners, edges and faces: how many passages from a point to infinity must have the
/// parity of any other ray from there.
fn check_parity(name: &str, mesh: &Mesh, count: usize, random: &mut Random) -> [usize; 2] {
    let model = Model::new(mesh.clone());
    let mut rays = model.rays();
    let (low, high) = mesh
        .iter()
        .flatten()
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
    let mut seen = [0, 0];
    let mut done = 0;
    while done < count {
        let from = low
            + (high - low) * (DVec3::new(random.next(), random.next(), random.next()) * 1.2 - 0.1);
        let Winding::Around(winding) = rays.winding(from).unwrap() else { continue };
        for _ in 0..16 {
            let target = aim::target(random, mesh);
            let passages = rays.crossings(&Ray::new(from, target - from).unwrap());
            assert_eq!(passages.winding, winding, "{name}: {from} to {target}");
            assert_eq!(
                passages.count % 2,
                winding.unsigned_abs() % 2,
                "{name}: {from} to {target}"
            );
            let far = target + (target - from) * 1e3;
            let segment = rays.crossings(&Ray::segment(far, from).unwrap());
            assert_eq!(segment.winding, -winding, "{name}: {from} to {far}");
            seen[(winding % 2) as usize] += 2;
            done += 2;
        }
    }
    seen
}

#[test]
fn every_ray_from_a_point_agrees_on_where_the_point_is() {
    let mut random = Random(99);
    for (name, mesh) in
        [("torus", shapes::torus(2.0, 0.7, 24, 16)), ("sphere", shapes::uv_sphere(1.0, 24, 12))]
    {
        let [outside, inside] = check_parity(name, &mesh, 6000, &mut random);
        assert!(outside > 200 && inside > 200, "{name}: {outside} {inside}");
    }
}

/// The number of rays, if not the usual few: `CLOSECALL_RAYS=10000000`.
fn how_many(usual: usize) -> usize {
    std::env::var("CLOSECALL_RAYS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn real_closed_meshes_agree_too() {
    let Some(folder) = shared_folder("real closed meshes") else { return };
    let mut random = Random(123);
    let mut checked = 0;
    for name in [
        "data/stanford/armadillo_17296.obj",
        "data/cad/gears.obj",
        "data/classic/fandisk.obj",
        "data/cad/anchor.obj",
    ] {
        let Ok(loaded) = mesh::load(folder.join(name)) else { continue };
        let report = mesh::inspect(&loaded.mesh);
        if !report.closed {
            println!("{name}: not closed, left out");
            continue;
        }
        let seen = check_parity(name, &loaded.mesh, how_many(4000) / 4, &mut random);
        println!("{name}: {seen:?} rays from outside and inside");
        checked += 1;
    }
    assert!(checked > 0, "no mesh was closed");
}

#[test]
fn many_rays_through_a_closed_lattice_mesh() {
    // Every ray goes through a corner, an edge or a face, exactly: all numbers are small multiples
    // of powers of two.
    let mut random = Random(2024);
    let voxels = Voxels::random(&mut random, 8);
    let model = Model::new(voxels.mesh());
    let mut rays = model.rays();
    let (mut done, mut odd) = (0, 0);
    while done < how_many(20_000) {
        let from = lattice_point(&mut random, 8) + 0.125;
        let target = lattice_point(&mut random, 8);
        let Some(from_in) = voxels.holds(from) else { continue };
        let passages = rays.crossings(&Ray::new(from, target - from).unwrap());
        assert_eq!(
            (passages.count % 2 == 1, passages.winding),
            (from_in, from_in.into()),
            "{from} {target}"
        );
        (done, odd) = (done + 1, odd + usize::from(from_in));
    }
    assert!(odd > done / 20, "{odd} of {done}");
    println!("{done} rays, {odd} from inside");
}

#[test]
fn a_point_of_the_surface_is_on_it_and_next_to_it_not() {
    let mut random = Random(31);
    let mesh = shapes::torus(2.0, 0.7, 16, 12);
    let model = Model::new(mesh.clone());
    let mut rays = model.rays();
    for _ in 0..500 {
        let number = random.below(mesh.triangle_count());
        let corners = mesh.triangle_at(number);
        let found = rays.winding(corners[0]).unwrap();
        let least =
            (0..).zip(mesh.iter()).find(|(_, t)| exact::meet(&[corners[0]; 3], t).meets).unwrap().0;
        assert_eq!(found, Winding::OnSurface { triangle: least });
        let normal = exact::unit_normal(&corners).unwrap();
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        assert_eq!(rays.winding(middle + normal * 1e-9).unwrap(), Winding::Around(0));
        assert_eq!(rays.winding(middle - normal * 1e-9).unwrap(), Winding::Around(1));
    }
}
