//! Names of files without the folder that they share.

/// The names without the folder that all of them begin with.
#[must_use]
pub fn short_names(names: &[String]) -> Vec<String> {
    let Some(first) = names.first() else { return vec![] };
    let ends = first.char_indices().filter(|(_, c)| *c == '/' || *c == '\\').map(|(at, _)| at + 1);
    let shared = ends.rev().find(|&end| names.iter().all(|name| name.starts_with(&first[..end])));
    names.iter().map(|name| name[shared.unwrap_or(0)..].to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_folder_is_left_out() {
        for (names, short) in [
            (["/a/b/x.stl", "/a/b/y.stl"], ["x.stl", "y.stl"]),
            (["/a/b/x.stl", "/a/c/x.stl"], ["b/x.stl", "c/x.stl"]),
            (["x.stl", "y.stl"], ["x.stl", "y.stl"]),
        ] {
            assert_eq!(short_names(&names.map(str::to_owned)), short);
        }
        assert_eq!(short_names(&[]), Vec::<String>::new());
    }
}
