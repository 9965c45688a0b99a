//! Pairs made by hand, by name: what they are, and what they share.

use closecall::engine::geom::{
    DVec3, Triangle,
    exact::{
        Class,
        Class::{CoplanarOverlap, Crossing, Touching},
        Shared, classify, meet, shared, unit_normal,
    },
};

type Corners = [[f64; 3]; 3];

/// The triangle that most pairs begin with.
const FLOOR: Corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

/// Asserts the class in either order, and that the other questions agree with it.
#[track_caller]
fn assert_class(a: Corners, b: Corners, expected: Option<Class>) {
    let (a, b) = (a.map(DVec3::from), b.map(DVec3::from));
    for (a, b) in [(a, b), (b, a)] {
        assert_eq!(classify(&a, &b), expected);
        assert_eq!(meet(&a, &b).meets, expected.is_some());
        assert_eq!(shared(&a, &b) != Shared::None, expected.is_some());
        assert_eq!(matches!(shared(&a, &b), Shared::Polygon(_)), expected == Some(CoplanarOverlap));
    }
}

fn segment(p: [f64; 3], q: [f64; 3]) -> Corners {
    [p, q, p]
}

fn point(p: [f64; 3]) -> Corners {
    [p; 3]
}

#[test]
fn parallel_planes_are_apart() {
    assert_class(FLOOR, FLOOR.map(|[x, y, _]| [x, y, 2f64.powi(-200)]), None);
}

#[test]
fn a_wall_through_the_floor_crosses() {
    assert_class(FLOOR, [[1.0, 1.0, 1.0], [1.0, 1.0, -1.0], [2.0, 1.0, -1.0]], Some(Crossing));
}

#[test]
fn edges_that_pass_through_each_other_touch() {
    assert_class(FLOOR, [[1.0, 0.0, 1.0], [1.0, 0.0, -1.0], [1.0, -3.0, 0.0]], Some(Touching));
}

#[test]
fn a_corner_on_the_face_touches() {
    assert_class(FLOOR, [[1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]], Some(Touching));
}

#[test]
fn a_corner_just_above_the_face_does_not() {
    assert_class(FLOOR, [[1.0, 1.0, 2f64.powi(-200)], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]], None);
}

#[test]
fn an_edge_on_the_face_touches() {
    assert_class(FLOOR, [[0.5, 0.5, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0]], Some(Touching));
}

#[test]
fn an_edge_in_the_plane_beside_the_face_does_not() {
    assert_class(FLOOR, [[3.0, 3.0, 0.0], [2.5, 3.0, 0.0], [1.0, 1.0, 1.0]], None);
}

#[test]
fn a_corner_with_the_rest_on_both_sides_crosses() {
    assert_class(FLOOR, [[1.0, 1.0, 0.0], [2.0, 1.0, 1.0], [2.0, 1.0, -1.0]], Some(Crossing));
}

#[test]
fn one_common_corner_touches() {
    assert_class(FLOOR, [[0.0, 0.0, 0.0], [-1.0, 0.0, 1.0], [0.0, -1.0, -1.0]], Some(Touching));
}

#[test]
fn two_faces_on_a_common_edge_touch() {
    assert_class(FLOOR, [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]], Some(Touching));
}

#[test]
fn two_faces_across_a_common_edge_touch_in_the_plane_too() {
    assert_class(FLOOR, [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, -4.0, 0.0]], Some(Touching));
}

#[test]
fn a_triangle_overlaps_itself() {
    assert_class(FLOOR, FLOOR, Some(CoplanarOverlap));
}

#[test]
fn a_triangle_inside_another_overlaps_it() {
    assert_class(FLOOR, [[1.0, 1.0, 0.0], [1.5, 1.0, 0.0], [1.0, 1.5, 0.0]], Some(CoplanarOverlap));
}

#[test]
fn coplanar_triangles_apart_are_apart() {
    assert_class(FLOOR, FLOOR.map(|[x, y, z]| [5.0 - x, 5.0 - y, z]), None);
}

#[test]
fn coplanar_triangles_that_share_part_of_an_edge_line_touch() {
    assert_class(FLOOR, [[1.0, 0.0, 0.0], [9.0, 0.0, 0.0], [1.0, -1.0, 0.0]], Some(Touching));
}

#[test]
fn a_segment_pierces_a_triangle() {
    assert_class(FLOOR, segment([1.0, 1.0, 1.0], [1.0, 1.0, -1.0]), Some(Crossing));
}

#[test]
fn a_segment_through_an_edge_or_ending_on_the_face_touches() {
    assert_class(FLOOR, segment([2.0, 2.0, 1.0], [2.0, 2.0, -1.0]), Some(Touching));
    assert_class(FLOOR, segment([1.0, 1.0, 1.0], [1.0, 1.0, 0.0]), Some(Touching));
}

#[test]
fn a_segment_within_the_plane_touches_or_misses() {
    assert_class(FLOOR, segment([-1.0, 1.0, 0.0], [9.0, 1.0, 0.0]), Some(Touching));
    assert_class(FLOOR, segment([-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]), None);
    assert_class(FLOOR, segment([-1.0, 5.0, 0.0], [5.0, -1.0, 0.0]), Some(Touching));
    assert_class(FLOOR, segment([-1.0, 5.5, 0.0], [5.5, -1.0, 0.0]), None);
}

#[test]
fn a_segment_past_the_triangle_misses() {
    assert_class(FLOOR, segment([3.0, 3.0, 1.0], [3.0, 3.0, -1.0]), None);
    assert_class(FLOOR, segment([1.0, 1.0, 2.0], [1.0, 1.0, 1.0]), None);
}

#[test]
fn segments_that_cross_touch() {
    let diagonal = segment([0.0, 0.0, 0.0], [2.0, 2.0, 2.0]);
    assert_class(diagonal, segment([2.0, 0.0, 1.0], [0.0, 2.0, 1.0]), Some(Touching));
    assert_class(diagonal, segment([2.0, 0.0, 1.5], [0.0, 2.0, 1.5]), None);
    assert_class(diagonal, segment([1.0, 1.0, 1.0], [0.0, 2.0, 7.0]), Some(Touching));
    assert_class(diagonal, segment([3.0, 3.0, 3.0], [0.0, 2.0, 7.0]), None);
}

#[test]
fn segments_on_one_line_meet_where_they_overlap() {
    let diagonal = segment([0.0, 0.0, 0.0], [2.0, -2.0, 2.0]);
    assert_class(diagonal, segment([1.0, -1.0, 1.0], [3.0, -3.0, 3.0]), Some(Touching));
    assert_class(diagonal, segment([2.0, -2.0, 2.0], [3.0, -3.0, 3.0]), Some(Touching));
    assert_class(diagonal, segment([2.5, -2.5, 2.5], [3.0, -3.0, 3.0]), None);
    assert_class(diagonal, segment([0.0, 0.0, 1.0], [2.0, -2.0, 3.0]), None);
}

#[test]
fn a_point_is_on_a_triangle_a_segment_or_a_point() {
    assert_class(FLOOR, point([1.0, 1.0, 0.0]), Some(Touching));
    assert_class(FLOOR, point([3.0, 3.0, 0.0]), None);
    assert_class(FLOOR, point([1.0, 1.0, 1.0]), None);
    assert_class(segment([0.0, 0.0, 0.0], [3.0, 6.0, 9.0]), point([1.0, 2.0, 3.0]), Some(Touching));
    assert_class(segment([0.0, 0.0, 0.0], [3.0, 6.0, 9.0]), point([1.0, 2.0, 3.0 + 1e-15]), None);
    assert_class(segment([0.0, 0.0, 0.0], [3.0, 6.0, 9.0]), point([4.0, 8.0, 12.0]), None);
    assert_class(point([1.0, 2.0, 3.0]), point([1.0, 2.0, 3.0]), Some(Touching));
    assert_class(point([1.0, 2.0, 3.0]), point([1.0, 2.0, 4.0]), None);
    assert_class(point([0.0, 2.0, 3.0]), point([-0.0, 2.0, 3.0]), Some(Touching));
}

#[test]
fn collinear_corners_are_the_segment_between_the_outer_two() {
    let corners = [[1.0, 1.0, 1.0], [1.0, 1.0, 3.0], [1.0, 1.0, -1.0]];
    assert_class(FLOOR, corners, Some(Crossing));
    assert_class(FLOOR, [corners[0], corners[1], [1.0, 1.0, 0.5]], None);
}

#[test]
fn one_rounding_makes_the_difference() {
    // 0.1 + 0.2 is above 0.3: the corner is one rounding above the plane z = 0.3.
    let plate = FLOOR.map(|[x, y, _]| [x, y, 0.3]);
    assert_class(plate, [[1.0, 1.0, 0.1 + 0.2], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]], None);
    assert_class(plate, [[1.0, 1.0, 0.3], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]], Some(Touching));
}

#[test]
fn what_needs_no_exact_arithmetic_does_not_use_it() {
    let floor = FLOOR.map(DVec3::from);
    let wall = |x: f64| [[x, 1.0, 1.0], [x, 1.0, -1.0], [x + 1.0, 1.0, -1.0]].map(DVec3::from);
    assert!(!meet(&floor, &wall(1.0)).exact && !meet(&floor, &wall(9.0)).exact);
    let touching: Triangle = [[1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]].map(DVec3::from);
    assert!(meet(&floor, &touching).exact);
}

#[test]
fn two_triangles_of_a_star_share_a_hexagon() {
    let up = [[0.0, 0.0, 1.0], [6.0, 0.0, 1.0], [3.0, 6.0, 1.0]].map(DVec3::from);
    let down = [[0.0, 4.0, 1.0], [3.0, -2.0, 1.0], [6.0, 4.0, 1.0]].map(DVec3::from);
    let Shared::Polygon(star) = shared(&up, &down) else { panic!("not a polygon") };
    let expected = [[2.0, 0.0], [4.0, 0.0], [5.0, 2.0], [4.0, 4.0], [2.0, 4.0], [1.0, 2.0]];
    assert_eq!(star.corners(), expected.map(|[x, y]| DVec3::new(x, y, 1.0)));
    let Shared::Polygon(turned) = shared(&[up[0], up[2], up[1]], &down) else {
        panic!("not a polygon")
    };
    assert!(
        turned.corners().iter().eq(star.corners().iter().rev()),
        "it runs around as the first triangle does"
    );
}

#[test]
fn what_is_shared_has_its_corners_as_given() {
    let floor = FLOOR.map(DVec3::from);
    let corner = DVec3::new(0.1, 0.7, 0.0);
    let standing = [corner, DVec3::new(0.3, 0.1, 1.0), DVec3::new(0.2, 0.5, 0.9)];
    assert_eq!(shared(&floor, &standing), Shared::Point(corner));
    let Shared::Polygon(whole) = shared(&floor, &floor) else { panic!("not a polygon") };
    assert!(floor.iter().all(|p| whole.corners().contains(p)) && whole.corners().len() == 3);
}

#[test]
fn a_crossing_point_is_rounded_once() {
    // The segment meets z = 0 at a third of the way.
    let pin = segment([0.0, 1.0, 1.0], [1.0, 1.0, -2.0]).map(DVec3::from);
    assert_eq!(
        shared(&FLOOR.map(DVec3::from), &pin),
        Shared::Point(DVec3::new(1.0 / 3.0, 1.0, 0.0))
    );
}

#[test]
fn a_normal_is_there_unless_the_area_is_exactly_zero() {
    assert_eq!(unit_normal(&FLOOR.map(DVec3::from)), Some(DVec3::Z));
    let [p, q] = [DVec3::new(0.1, 0.2, 0.3), DVec3::new(0.2, 0.4, 0.6)];
    assert!(unit_normal(&[DVec3::ZERO, p, q]).is_none(), "doubling does not round");
    let thin =
        unit_normal(&[DVec3::ZERO, p, DVec3::new(0.2, 0.4, 0.6f64.next_up())]).expect("some area");
    assert!((thin.length() - 1.0).abs() < 1e-15);
    assert!(thin.dot(p).abs() < 1e-15, "{thin}");
}
