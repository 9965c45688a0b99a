//! Small robots.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use closecall_robot::{Allowances, Description, FileError, Packages, Robot};

/// The shared folder: `CLOSECALL_SHARED`, or `../shared` beside the workspace.
pub fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("CLOSECALL_SHARED").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    // Not by println!, which tests keep to themselves where they pass.
    _ = writeln!(
        std::io::stderr(),
        "skipped: there is no shared folder (set CLOSECALL_SHARED to its path)"
    );
    None
}

/// A robot from the text of its URDF.
pub fn robot(urdf: &str) -> Result<Robot, FileError> {
    with_srdf(urdf, None)
}

/// A robot from the texts of its URDF and SRDF.
pub fn with_srdf(urdf: &str, srdf: Option<&str>) -> Result<Robot, FileError> {
    let description = Description::parse(Path::new("r.urdf"), urdf.as_bytes())?;
    let srdf = srdf
        .map(|text| Allowances::parse(Path::new("r.srdf"), text.as_bytes(), &description))
        .transpose()?;
    Robot::new(description, srdf, &Packages::default())
}

/// Every kind of joint and shape: a cart on a floor, an arm on the cart, a gripper whose right
/// finger follows the left one, and a drone.
pub const ZOO: &str = r#"<?xml version="1.0"?>
<!-- every kind of joint and of shape -->
<robot name="zoo" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="floor"/>
  <link name="cart">
    <inertial><mass value="4"/></inertial>
    <visual><geometry><mesh filename="package://nowhere/cart.dae"/></geometry></visual>
    <collision name="deck"><geometry><box size="1 0.6 0.2"/></geometry></collision>
  </link>
  <link name="mast">
    <collision><origin xyz="0 0 0.5"/><geometry><cylinder radius="0.1" length="1"/></geometry></collision>
  </link>
  <link name="boom">
    <collision><origin xyz="0.5 0 0" rpy="0 1.5707963267948966 0"/><geometry><capsule radius="0.05" length="0.8"/></geometry></collision>
  </link>
  <link name="flange"/>
  <link name="left">
    <collision><geometry><sphere radius="0.02"/></geometry></collision>
  </link>
  <link name="right">
    <collision><geometry><sphere radius="0.02"/></geometry></collision>
  </link>
  <link name="drone">
    <collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision>
  </link>
  <joint name="drive" type="planar"><parent link="floor"/><child link="cart"/><axis xyz="0 0 1"/><origin xyz="0 0 0.1"/></joint>
  <joint name="turn" type="continuous"><parent link="cart"/><child link="mast"/><axis xyz="0 0 2"/><origin xyz="0 0 0.1"/></joint>
  <joint name="lift" type="revolute">
    <parent link="mast"/><child link="boom"/><axis xyz="0 -1 0"/><origin xyz="0 0 1"/>
    <limit lower="-0.5" upper="1.5" effort="1" velocity="1"/>
  </joint>
  <joint name="weld" type="fixed"><parent link="boom"/><child link="flange"/><origin xyz="1 0 0"/></joint>
  <joint name="grip" type="prismatic">
    <parent link="flange"/><child link="left"/><axis xyz="0 1 0"/><limit lower="0.01" upper="0.1"/>
  </joint>
  <joint name="follow" type="prismatic">
    <parent link="flange"/><child link="right"/><axis xyz="0 1 0"/><limit lower="-0.1" upper="-0.01"/>
    <mimic joint="grip" multiplier="-1"/>
  </joint>
  <joint name="fly" type="floating"><parent link="floor"/><child link="drone"/></joint>
</robot>
"#;
