//! The same files read by `urdf-rs`: names, shapes, origins, limits and mimics agree.

use closecall::engine::geom::GlamPose as _;
use std::path::Path;

use closecall_robot::{Description, Geometry, JointKind, LinkShape};
use urdf_rs::JointType;

use super::samples::{ZOO, shared};

fn compare(text: &str) {
    let ours = Description::parse(Path::new("r.urdf"), text.as_bytes()).unwrap();
    let theirs = urdf_rs::read_from_string(text).unwrap();
    assert_eq!(
        (&ours.name, ours.links.len(), ours.joints.len()),
        (&theirs.name, theirs.links.len(), theirs.joints.len())
    );
    for (our, their) in ours.links.iter().zip(&theirs.links) {
        assert_eq!((&our.name, our.collisions.len()), (&their.name, their.collision.len()));
        for (our, their) in our.collisions.iter().zip(&their.collision) {
            assert_eq!(our.link_from_shape.shift().to_array(), *their.origin.xyz);
            assert_eq!(our.geometry, geometry(&their.geometry), "{}", our.place);
        }
    }
    for (our, their) in ours.joints.iter().zip(&theirs.joints) {
        assert_eq!((&our.name, our.kind), (&their.name, kind(&their.joint_type)));
        let ends = [our.parent, our.child].map(|link| ours.links[link].name.as_str());
        assert_eq!(ends, [their.parent.link.as_str(), their.child.link.as_str()], "{}", our.name);
        assert_eq!(our.parent_from_joint.shift().to_array(), *their.origin.xyz, "{}", our.name);
        if let Some(limits) = our.limits {
            assert_eq!(limits, [their.limit.lower, their.limit.upper], "{}", our.name);
        }
        let our_mimic = our
            .mimic
            .map(|mimic| (ours.joints[mimic.joint].name.as_str(), mimic.multiplier, mimic.offset));
        let their_mimic = their.mimic.as_ref();
        let their_mimic = their_mimic
            .map(|m| (m.joint.as_str(), m.multiplier.unwrap_or(1.0), m.offset.unwrap_or(0.0)));
        assert_eq!(our_mimic, their_mimic, "{}", our.name);
    }
}

fn geometry(theirs: &urdf_rs::Geometry) -> Geometry {
    Geometry::Shape(match theirs {
        urdf_rs::Geometry::Mesh { filename, scale } => {
            return Geometry::Mesh {
                uri: filename.clone(),
                scale: scale.map_or([1.0; 3], |scale| *scale),
            };
        }
        urdf_rs::Geometry::Box { size } => LinkShape::Box { size: **size },
        &urdf_rs::Geometry::Cylinder { radius, length } => LinkShape::Cylinder { radius, length },
        &urdf_rs::Geometry::Capsule { radius, length } => LinkShape::Capsule { radius, length },
        &urdf_rs::Geometry::Sphere { radius } => LinkShape::Sphere { radius },
    })
}

fn kind(theirs: &JointType) -> JointKind {
    match theirs {
        JointType::Fixed => JointKind::Fixed,
        JointType::Revolute => JointKind::Revolute,
        JointType::Continuous => JointKind::Continuous,
        JointType::Prismatic => JointKind::Prismatic,
        JointType::Planar => JointKind::Planar,
        JointType::Floating => JointKind::Floating,
        JointType::Spherical => panic!("no robot here has a spherical joint"),
    }
}

#[test]
fn two_readers_agree() {
    // The other one wants things that ours does not need.
    let complete = ZOO
        .replace("upper=\"0.1\"/>", "upper=\"0.1\" velocity=\"1\"/>")
        .replace("upper=\"-0.01\"/>", "upper=\"-0.01\" velocity=\"1\"/>")
        .replace("<inertial><mass value=\"4\"/></inertial>", "");
    compare(&complete);
    let Some(shared) = shared() else { return };
    for robot in ["panda/panda.urdf", "kuka_iiwa/model.urdf"] {
        compare(&std::fs::read_to_string(shared.join("data/robots").join(robot)).unwrap());
    }
}
