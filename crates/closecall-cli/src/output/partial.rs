//! A file beside its place, until it is whole.
//!
//! On a signal that ends the program (Ctrl-C), what is not whole is removed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// As shells report a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// All files that are not whole. They are renamed or removed only while this lock is held.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that is not whole; removed when it is dropped.
#[derive(Debug)]
pub struct Partial {
    path: PathBuf,
    place: PathBuf,
}

impl Partial {
    /// Makes an empty file in the folder of `place`, with a name of its own.
    pub fn create(place: PathBuf) -> io::Result<(Self, File)> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        static WATCH: Once = Once::new();
        // Where there can be no watch, a file may be left over: no reason not to write it.
        WATCH.call_once(|| drop(ctrlc::set_handler(clear_and_exit)));
        if place.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            place.with_file_name(format!(".closecall-{}-{number}.partial", std::process::id()));
        let mut unfinished = unfinished();
        let file = File::create_new(&path)?;
        unfinished.push(path.clone());
        Ok((Self { path, place }, file))
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// It is whole. The file that was in its place is replaced; its permissions stay.
    pub fn take_place(self) -> io::Result<()> {
        let mut unfinished = unfinished();
        if let Ok(there) = fs::metadata(&self.place) {
            fs::set_permissions(&self.path, there.permissions())?;
        }
        fs::rename(&self.path, &self.place)?;
        unfinished.retain(|path| *path != self.path);
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let mut unfinished = unfinished();
        let before = unfinished.len();
        unfinished.retain(|path| *path != self.path);
        if unfinished.len() < before {
            remove(&self.path);
        }
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn clear_and_exit() {
    // The lock is never released: no file may take its place while the program ends.
    let unfinished = unfinished();
    unfinished.iter().for_each(|path| remove(path));
    std::process::exit(INTERRUPTED);
}

/// Removes a file, and those beside it whose names begin with its own. Errors are ignored: nothing
/// more can be done.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return };
    let beside = fs::read_dir(folder).into_iter().flatten().flatten();
    let own = beside
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(name.as_encoded_bytes()));
    own.for_each(|entry| drop(fs::remove_file(entry.path())));
}
