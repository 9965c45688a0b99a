//! 3MF.

use super::samples::{MODEL_START, archive, threemf, threemf_model};
use super::{loaded, refused};
use closecall::engine::geom::GlamMesh as _;
use closecall::mesh::shapes::{cuboid, icosphere};
use closecall::mesh::{Format, Loaded, Mesh, MeshError, Place, Problem, Unit, Warning};

const TETRAHEDRON: &str = "<mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/>\
    <vertex x=\"0\" y=\"2\" z=\"0\"/><vertex x=\"0\" y=\"0\" z=\"3\"/></vertices><triangles>\
    <triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\"/><triangle v1=\"0\" v2=\"3\" v3=\"2\"/>\
    <triangle v1=\"1\" v2=\"2\" v3=\"3\"/></triangles></mesh>";

/// A model: resources on line 3, the build on line 4.
fn model(resources: &str, build: &str) -> String {
    format!("{MODEL_START}<resources>{resources}</resources>\n<build>{build}</build></model>")
}

fn object(id: u32, inside: &str) -> String {
    format!("<object id=\"{id}\" name=\"&lt;{id}&gt;\">{inside}</object>")
}

fn names(file: &Loaded) -> Vec<(&str, usize, usize)> {
    file.parts
        .iter()
        .map(|part| (&part.name[..], part.triangles.start, part.triangles.end))
        .collect()
}

/// The place and the message about the model of a package.
fn message_for(model: &str) -> String {
    let text = refused("a.3mf", threemf(model)).2;
    text.strip_prefix("a.3mf: ").unwrap().to_owned()
}

#[test]
fn a_mesh_is_kept_bit_for_bit_with_name_and_unit() {
    let ball = icosphere(0.1, 2);
    let file = loaded("ball.3mf", threemf(&threemf_model(&ball)));
    assert_eq!(file.mesh, ball);
    assert_eq!(
        (file.format, file.unit, &file.warnings[..]),
        (Format::ThreeMf, Some(Unit::Inch), &[][..])
    );
    assert_eq!(names(&file), [("the object", 0, ball.triangle_count())]);
}

#[test]
fn the_unit_is_millimeter_unless_stated() {
    let text = threemf_model(&icosphere(1.0, 0));
    assert_eq!(
        loaded("a.3mf", threemf(&text.replace("unit=\"inch\"", ""))).unit,
        Some(Unit::Millimeter)
    );
    assert_eq!(loaded("a.3mf", threemf(&text.replace("inch", "micron"))).unit, Some(Unit::Micron));
    assert_eq!(
        message_for(&text.replace("inch", "furlong")),
        "3D/a.model line 2: the unit 'furlong' is not supported"
    );
}

#[test]
fn items_and_components_are_instances_with_their_transforms() {
    let assembly = "<components><component objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 1 0.1 0 0\"/>\
        <component objectid=\"1\" transform=\"0 1 0 -1 0 0 0 0 2 0 0 0\"/></components>";
    let resources = object(1, TETRAHEDRON) + &object(2, assembly);
    let build =
        "<item objectid=\"2\" transform=\"1 0 0 0 1 0 0 0 1 0 0 10\"/><item objectid=\"1\"/>";
    let file = loaded("a.3mf", threemf(&model(&resources, build)));
    assert_eq!(names(&file), [("<1>", 0, 4), ("<1>", 4, 8), ("<1>", 8, 12)]);
    let corners: Vec<_> =
        file.mesh.points().chunks(4).map(|v| [v[1].to_array(), v[3].to_array()]).collect();
    let expected = [
        [[1.1, 0.0, 10.0], [0.1, 0.0, 13.0]],
        [[0.0, 1.0, 10.0], [0.0, 0.0, 16.0]],
        [[1.0, 0.0, 0.0], [0.0, 0.0, 3.0]],
    ];
    assert_eq!(corners, expected);
}

#[test]
fn a_mirror_turns_triangles_over() {
    let block = cuboid([1.0, 1.0, 1.0], [2.0, 3.0, 4.0]);
    let text = threemf_model(&block);
    let mirrored = text.replace(
        "<item objectid=\"1\"/>",
        "<item objectid=\"1\" transform=\"-1 0 0 0 1 0 0 0 1 0 0 0\"/>",
    );
    assert_ne!(mirrored, text);
    let volume_6 = |mesh: &Mesh| mesh.iter().map(|[a, b, c]| a.cross(b).dot(c)).sum::<f64>();
    assert_eq!(volume_6(&loaded("a.3mf", threemf(&mirrored)).mesh), volume_6(&block));
}

#[test]
fn objects_may_be_in_other_files_of_the_archive() {
    let relationships = "<Relationships><Relationship Type=\"other\" Target=\"x\"/><Relationship Target=\"3d/Top.model\" \
        Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"></Relationship></Relationships>";
    let top = model(
        &object(
            9,
            "<components><component objectid=\"1\" p:path=\"/3D/In%20side.model\"/></components>",
        ),
        "<item objectid=\"9\"/><item objectid=\"1\" p:path=\"/3D/In%20side.model\"/>",
    );
    let top = top.replace("<model ", "<model requiredextensions=\"p\" ");
    let inside = model(&object(1, TETRAHEDRON), "");
    let files =
        [("_rels/.rels", relationships), ("3D/top.model", &top), ("3D/In side.model", &inside)];
    let file = loaded("a.3mf", archive(&files));
    assert_eq!(names(&file), [("<1>", 0, 4), ("<1>", 4, 8)]);
    let message = refused("a.3mf", archive(&files[..2])).2;
    assert_eq!(message, "a.3mf: 3D/In side.model: this file of the archive is missing");
    let message = refused("a.3mf", archive(&files[1..])).2;
    assert_eq!(message, "a.3mf: _rels/.rels: this file of the archive is missing");
    let nothing = [("_rels/.rels", "<Relationships/>")];
    assert_eq!(
        refused("a.3mf", archive(&nothing)).2,
        "a.3mf: _rels/.rels: a relationship to a 3D model is missing"
    );
}

#[test]
fn geometry_that_is_no_triangle_is_counted() {
    let lattice = "<b:beamlattice xmlns:b=\"http://example.org\"><b:beam><b:beam/></b:beam></b:beamlattice><x/><y/></mesh>";
    let inside = TETRAHEDRON.replace("</mesh>", lattice);
    let file = loaded("a.3mf", threemf(&model(&object(1, &inside), "<item objectid=\"1\"/>")));
    assert_eq!(file.mesh.triangle_count(), 4);
    let first = Place::Member { name: "3D/a.model".to_owned(), line: 3 };
    let ignored =
        |what: &str, count| Warning::Ignored { what: what.to_owned(), count, first: first.clone() };
    assert_eq!(file.warnings, [ignored("beam lattice", 1), ignored("element of an extension", 2)]);
}

#[test]
fn what_is_no_geometry_is_passed_over() {
    let extras = "<metadata name=\"a\">b &amp; c<![CDATA[ <d> ]]></metadata>";
    let text = model(
        &(object(1, TETRAHEDRON) + "<basematerials id=\"2\"><base/></basematerials>"),
        "<item objectid=\"1\"/>",
    );
    let text = text.replace("<resources>", &format!("{extras}<!-- <item/> --><resources>"));
    let file = loaded("a.3mf", threemf(&text));
    assert_eq!((file.mesh.triangle_count(), file.warnings.len()), (4, 0));
}

#[test]
fn what_is_wrong_names_its_file_and_line() {
    let good = model(&object(1, TETRAHEDRON), "<item objectid=\"1\"/>");
    let cases = [
        ("x=\"1\"", "x=\"one\"", "3: expected a number, found 'one'"),
        ("x=\"1\"", "x=\"nan\"", "3: nan is not a finite number"),
        ("x=\"1\"", "", "3: attribute 'x' of 'vertex' is missing"),
        ("x=\"1\"", "x=\"1\" x=\"1\"", "3: attribute 'x' is declared twice"),
        ("v2=\"3\"", "v2=\"4\"", "3: a face refers to vertex 4, but there are 4"),
        ("v2=\"3\"", "v2=\"-1\"", "3: a face refers to vertex -1, but there are 4"),
        ("v2=\"3\"", "v2=\"3.0\"", "3: expected a whole number, found '3.0'"),
        ("<vertex x=\"1\"", "<vertx x=\"1\"", "3: expected 'vertex', found 'vertx'"),
        ("object id=\"1\"", "object id=\"-1\"", "3: expected the id of an object, found '-1'"),
        ("object id=\"1\"", "object", "3: attribute 'id' of 'object' is missing"),
        ("item objectid=\"1\"", "item objectid=\"5\"", "4: object 5 is not defined in 3D/a.model"),
        ("item objectid=\"1\"", "item", "4: attribute 'objectid' of 'item' is missing"),
        (
            "item objectid=\"1\"",
            "item transform=\"1 2 3\" objectid=\"1\"",
            "4: expected a transform of 12 numbers, found 3",
        ),
        (
            "item objectid=\"1\"",
            "item transform=\"1 0 0 0 1 0 0 0 1 0 0 1e999\" objectid=\"1\"",
            "4: 1e999 is not a finite number",
        ),
        ("<item objectid=\"1\"/>", "", "4: the mesh has no triangle"),
        (
            "<resources>",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><resources>",
            "3: a document type definition is not supported",
        ),
        (
            "<model ",
            "<model requiredextensions=\"q\" xmlns:q=\"http://example.org/q\" ",
            "2: the extension 'http://example.org/q' is not supported",
        ),
        ("</model>", "", "4: the file ends inside an element"),
    ];
    for (from, to, message) in cases {
        assert!(good.contains(from));
        let text = good.replacen(from, to, 1);
        assert_eq!(message_for(&text), format!("3D/a.model line {message}"), "{from} -> {to}");
    }
    let (_, problem, _) = refused("a.3mf", threemf(&good.replace("<item objectid=\"1\"/>", "")));
    assert_eq!(problem, Problem::Mesh(MeshError::NoTriangle));
    for text in [
        good.replace("</mesh>", "</mash>"),
        good.replace("<vertices>", "<vertices"),
        "model".to_owned(),
    ] {
        assert!(message_for(&text).starts_with("3D/a.model line "), "{}", message_for(&text));
    }
    let twice = model(&(object(1, TETRAHEDRON) + &object(1, TETRAHEDRON)), "");
    assert_eq!(message_for(&twice), "3D/a.model line 3: object 1 is declared twice");
    let empty = model(&object(1, ""), "<item objectid=\"1\"/>");
    assert_eq!(
        message_for(&empty),
        "3D/a.model line 4: object 1, which has neither a mesh nor components, is not supported"
    );
}

/// A file cannot raise a limit of the reader, so it is not told how.
#[test]
fn too_many_namespaces_are_refused_in_plain_words() {
    let many: String = (0..200).map(|k| format!(" xmlns:n{k}=\"u:{k}\"")).collect();
    let message = message_for(&model(&format!("<object{many}/>"), ""));
    assert!(message.contains("namespaces are declared at one place"), "{message}");
    assert!(!message.contains("::"), "{message}");
}

#[test]
fn an_archive_that_is_none_is_refused() {
    let (place, problem, _) = refused("a.3mf", "PK\x03\x04 but no more");
    assert_eq!(place, Place::Entry("archive".to_owned()));
    assert!(matches!(problem, Problem::Malformed { .. }));
    let mut bytes = threemf(&threemf_model(&icosphere(1.0, 1)));
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    assert_eq!(refused("a.3mf", &bytes).0, Place::Entry("3D/a.model".to_owned()));
}

#[test]
fn components_that_hold_themselves_are_refused() {
    let own = object(1, "<components><component objectid=\"1\"/></components>");
    let message = message_for(&model(&own, "<item objectid=\"1\"/>"));
    assert_eq!(message, "3D/a.model line 3: nesting components 64 deep is not supported");
}

#[test]
fn what_unfolds_too_far_is_refused_before_it_is_made() {
    // Each object is the one before it, twice.
    let mut resources = object(1, TETRAHEDRON);
    for id in 2..60 {
        let half = format!("<component objectid=\"{}\"/>", id - 1);
        resources += &object(id, &format!("<components>{half}{half}</components>"));
    }
    let built = |id: u32| threemf(&model(&resources, &format!("<item objectid=\"{id}\"/>")));
    assert_eq!(loaded("a.3mf", built(9)).mesh.triangle_count(), 4 << 8);
    assert!(matches!(refused("a.3mf", built(59)).1, Problem::UnfoldsTooFar { .. }));
    // Blanks, deflated to a thousandth.
    let blanks = model(&object(1, TETRAHEDRON), "<item objectid=\"1\"/>") + &" ".repeat(100 << 20);
    let bytes = threemf(&blanks);
    assert!(bytes.len() < 1 << 20);
    let (place, problem, message) = refused("bomb.3mf", bytes);
    assert_eq!(place, Place::Entry("3D/a.model".to_owned()));
    assert!(matches!(problem, Problem::UnfoldsTooFar { .. }), "{message}");
}
