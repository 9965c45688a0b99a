//! Files that other programs show, in formats that their names choose.

use std::path::PathBuf;

/// A file whose name ends in one of the formats it can have.
#[derive(Clone, Debug)]
pub struct PictureFile(pub PathBuf);

impl PictureFile {
    /// Reads a file's name.
    pub fn with_endings(
        endings: &'static [&'static str],
    ) -> impl Fn(&str) -> Result<Self, String> + Clone {
        move |text| {
            let file = PathBuf::from(text);
            let own = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
            if own.is_some_and(|own| endings.contains(&&*own)) {
                return Ok(Self(file));
            }
            Err(format!("the name of the file must end in .{}", endings.join(", .")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_chooses_the_format() {
        let read = PictureFile::with_endings(&["ply", "glb"]);
        assert_eq!(read("a/b.GLB").unwrap().0, PathBuf::from("a/b.GLB"));
        for text in ["a.obj", "ply", ""] {
            assert_eq!(read(text).unwrap_err(), "the name of the file must end in .ply, .glb");
        }
    }
}
