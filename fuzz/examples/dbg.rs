use closecall::geom::shape::Shape; use closecall::geom::DVec3; use closecall::Pose;
fn main(){
 let c=Shape::cone(DVec3::new(0.0,-2e-20,4e-20),DVec3::new(2e-20,-1.0000000000000001e-20,2e-20),5.0).unwrap();
 let b=Shape::cuboid(&Pose::from_translation([-4.,-3.,2.]).unwrap(),DVec3::new(1.4142135623730951,1.,2.)).unwrap();
 println!("{:?} {:?} {:?} {:?}",c.distance_to_shape(&b),b.distance_to_shape(&c),c.touches_shape(&b),b.touches_shape(&c));
 for e in 0..22 { let h=10f64.powi(-e); 
  let c=Shape::cone(DVec3::new(0.0,-2.0*h,4.0*h),DVec3::new(2.0*h,-1.0*h,2.0*h),5.0).unwrap();
  println!("{e} {:?} {:?} {:?} {:?}",c.distance_to_shape(&b),b.distance_to_shape(&c),c.touches_shape(&b),b.touches_shape(&c));}
}
