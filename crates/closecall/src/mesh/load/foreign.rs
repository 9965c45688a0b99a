//! Files that are not what people think they are: of another program, compressed, or a page that
//! says "not found". The message says what the file is, and what to do.

use std::io;
use std::path::Path;

/// The kind of a file that cannot be read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// After "this is".
    what: &'static str,
    /// Advice on it.
    advice: Advice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advice {
    /// Whatever was wanted.
    Always(&'static str),
    /// A mesh was wanted.
    ForMeshes(&'static str),
}

use Advice::{Always, ForMeshes};

const UNPACK: Advice = Always("unpack it first");
const FROM_CAD: Advice = ForMeshes("export a mesh (STL, 3MF) from your CAD program");
const FROM_MODELLER: Advice = ForMeshes("export a mesh (glTF, OBJ, STL) from your 3D program");

/// An archive that is no 3MF.
pub(super) const ZIP: Foreign = Foreign { what: "a zip archive", advice: UNPACK };

/// The files that their first bytes tell.
const BEGINNINGS: [(&[u8], &str, Advice); 16] = [
    (b"ISO-10303-21", "a STEP file", FROM_CAD),
    (b"AC10", "a DWG file", FROM_CAD),
    (b"AutoCAD Binary DXF", "a DXF file", FROM_CAD),
    (b"Kaydara FBX Binary", "an FBX file", FROM_MODELLER),
    (b"; FBX ", "an FBX file", FROM_MODELLER),
    (b"PXR-USDC", "a USD file", FROM_MODELLER),
    (b"#usda", "a USD file", FROM_MODELLER),
    (b"BLENDER", "a Blender file", FROM_MODELLER),
    (b"\x1f\x8b", "compressed with gzip", Always("unpack it first (gunzip)")),
    (b"BZh", "compressed with bzip2", Always("unpack it first (bunzip2)")),
    (b"\xfd7zXZ\0", "compressed with xz", Always("unpack it first (unxz)")),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", Always("unpack it first (unzstd)")),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!\x1a", "a RAR archive", UNPACK),
    (b"%PDF", "a PDF file", FROM_CAD),
    (
        b"version https://git-lfs.github.com",
        "a pointer of Git LFS, not the file itself",
        Always("fetch it first (git lfs pull)"),
    ),
];

/// The kind of bytes by their beginning, if no reader here is for them.
#[must_use]
pub fn kind(bytes: &[u8]) -> Option<Foreign> {
    let found = BEGINNINGS.iter().find(|(beginning, ..)| bytes.starts_with(beginning));
    if let Some(&(_, what, advice)) = found {
        return Some(Foreign { what, advice });
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let begins = |word: &str| {
        text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
    };
    if begins("<!doctype html") || begins("<html") {
        let advice = Always("download the file itself");
        return Some(Foreign { what: "a web page", advice });
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(ZIP);
    }
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    if let (Some(b"0"), Some(b"SECTION")) = (lines.next(), lines.next()) {
        return Some(Foreign { what: "a DXF file", advice: FROM_CAD });
    }
    is_iges(bytes).then_some(Foreign { what: "an IGES file", advice: FROM_CAD })
}

/// The error of a file that cannot be opened: perhaps an address was meant.
#[must_use]
pub fn missing(path: &Path, error: io::Error) -> io::Error {
    let is_address = path.to_str().is_some_and(|name| name.contains("://"));
    if is_address && error.kind() == io::ErrorKind::NotFound {
        return io::Error::new(error.kind(), "URLs are not fetched: download the file first");
    }
    error
}

/// Lines of IGES have 80 columns: 72 of text, a letter (S in the first), and the line's number.
fn is_iges(bytes: &[u8]) -> bool {
    let line = bytes.split(|&byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    line.len() == 80 && line[72] == b'S' && line[73..].trim_ascii() == b"1"
}

/// The kind of bytes where a mesh is wanted, if no reader here is for them.
pub(super) fn instead_of_mesh(bytes: &[u8]) -> Option<Foreign> {
    let start = &bytes[..bytes.len().min(4096)];
    if start.windows(7).any(|window| matches!(window, b"<robot " | b"<robot>")) {
        let advice = ForMeshes("`closecall world` takes robots (expand a xacro file first)");
        return Some(Foreign { what: "a robot (URDF or xacro), not a mesh", advice });
    }
    kind(bytes).filter(|kind| *kind != ZIP)
}

impl Foreign {
    /// The message where a mesh was wanted.
    #[must_use]
    pub fn instead_of_a_mesh(self) -> String {
        let (Always(advice) | ForMeshes(advice)) = self.advice;
        format!("this is {}: {advice}", self.what)
    }

    /// The message where something else was wanted, such as `a table of numbers`.
    #[must_use]
    pub fn instead_of(self, wanted: &str) -> String {
        match self.advice {
            Always(_) => self.instead_of_a_mesh(),
            ForMeshes(_) => format!("this is {}, not {wanted}", self.what),
        }
    }
}
