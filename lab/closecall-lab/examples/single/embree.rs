//! Embree 3 as a peer: its library is looked for when the program runs, so that nobody needs it to
//! build.
#![allow(unsafe_code, reason = "another language's library is called")]

use closecall::engine::geom::GlamMesh as _;
use std::ffi::{c_char, c_void};

use closecall::Mesh;
use closecall::geom::Ray;
use libloading::{Library, Symbol};

/// A ray and what it met, as rtcore_ray.h has them.
#[repr(C, align(16))]
#[derive(Clone, Copy, Default)]
struct RayHit {
    origin: [f32; 3],
    near: f32,
    direction: [f32; 3],
    time: f32,
    far: f32,
    mask: u32,
    id: u32,
    flags: u32,
    normal: [f32; 3],
    uv: [f32; 2],
    triangle: u32,
    geometry: u32,
    instance: u32,
}

/// Flags, a filter and an instance, as rtcore_common.h has them, with room for more.
#[repr(C, align(16))]
struct Context([u64; 2], [u32; 12]);

type New = unsafe extern "C" fn(*const c_char) -> *mut c_void;
type NewScene = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
type Set = unsafe extern "C" fn(*mut c_void, u32);
type NewGeometry = unsafe extern "C" fn(*mut c_void, u32) -> *mut c_void;
type NewBuffer = unsafe extern "C" fn(*mut c_void, u32, u32, u32, usize, usize) -> *mut c_void;
type Commit = unsafe extern "C" fn(*mut c_void);
type Attach = unsafe extern "C" fn(*mut c_void, *mut c_void) -> u32;
type Intersect = unsafe extern "C" fn(*mut c_void, *mut Context, *mut RayHit);

/// A scene of one mesh, in f32. Neither it nor the library is ever given back: Embree has threads
/// of its own, which must not lose their code.
pub struct Embree {
    library: &'static Library,
    scene: *mut c_void,
}

impl Embree {
    /// Builds it, at high quality and with Embree's robust tests or without; none if the library is
    /// not there.
    pub fn new(mesh: &Mesh, robust: bool) -> Option<Self> {
        // SAFETY: the functions are called as the headers of version 3.13 declare them; buffers are
        // filled to their sizes.
        unsafe {
            let library: &'static Library =
                Box::leak(Box::new(Library::new("libembree3.so.3").ok()?));
            let device =
                library.get::<New>(b"rtcNewDevice").ok()?(c"threads=1,set_affinity=0".as_ptr());
            let scene = library.get::<NewScene>(b"rtcNewScene").ok()?(device);
            library.get::<Set>(b"rtcSetSceneBuildQuality").ok()?(scene, 2);
            library.get::<Set>(b"rtcSetSceneFlags").ok()?(scene, if robust { 4 } else { 0 });
            let geometry = library.get::<NewGeometry>(b"rtcNewGeometry").ok()?(device, 0);
            let buffer: Symbol<NewBuffer> = library.get(b"rtcSetNewGeometryBuffer").ok()?;
            let (points, triangles) = (mesh.points(), mesh.triangles());
            // Vertices of three floats, indices of three numbers.
            let vertices = buffer(geometry, 1, 0, 0x9003, 12, points.len()).cast::<[f32; 3]>();
            (0..points.len()).for_each(|i| vertices.add(i).write(points[i].as_vec3().to_array()));
            let indices = buffer(geometry, 0, 0, 0x5003, 12, triangles.len()).cast::<[u32; 3]>();
            (0..triangles.len()).for_each(|i| indices.add(i).write(triangles[i]));
            library.get::<Commit>(b"rtcCommitGeometry").ok()?(geometry);
            library.get::<Attach>(b"rtcAttachGeometry").ok()?(scene, geometry);
            library.get::<Commit>(b"rtcCommitScene").ok()?(scene);
            Some(Self { library, scene })
        }
    }

    /// The number of rays that hit.
    pub fn hits(&self, rays: &[Ray]) -> usize {
        // SAFETY: as above.
        unsafe {
            let intersect: Symbol<Intersect> =
                self.library.get(b"rtcIntersect1").expect("Embree has it");
            let cast = |ray: &&Ray| {
                let mut hit = RayHit {
                    origin: ray.origin().as_vec3().to_array(),
                    direction: ray.direction().as_vec3().to_array(),
                    far: f32::INFINITY,
                    mask: u32::MAX,
                    triangle: u32::MAX,
                    geometry: u32::MAX,
                    instance: u32::MAX,
                    ..RayHit::default()
                };
                let mut context = Context([0; 2], [u32::MAX; 12]);
                intersect(self.scene, &raw mut context, &raw mut hit);
                hit.geometry != u32::MAX
            };
            rays.iter().filter(cast).count()
        }
    }
}
