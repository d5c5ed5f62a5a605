//! Files that one job writes alone, and what they are called until they are whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use same_file::Handle;

/// How often a file may be renamed by whoever had it, while it is opened.
const TRIES: usize = 8;

/// The name of `path` while it is being written: with `.partial` after it.
pub fn partial_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// Whether `path` is there, and is no regular file: a device or a pipe, which cannot be replaced.
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// Creates a file, or empties the one that is there, for this job alone: until it is closed, no other job gets it. What
/// is there and is no regular file, as a pipe, is opened as it is.
///
/// # Errors
/// [`ErrorKind::ResourceBusy`] if another job is writing it; what the system says.
pub fn create(path: &Path) -> io::Result<File> {
    if is_special(path) {
        return OpenOptions::new().write(true).open(path);
    }
    // It is emptied once it is known to be nobody else's.
    let file = claim(path, OpenOptions::new().write(true).create(true).truncate(false))?;
    file.set_len(0)?;
    Ok(file)
}

/// Opens a file that is there, to be read, for this job alone.
///
/// # Errors
/// [`ErrorKind::ResourceBusy`] if another job is writing it; what the system says.
pub fn hold(path: &Path) -> io::Result<File> {
    claim(path, OpenOptions::new().read(true))
}

/// Opens a file as `options` say, for this job alone.
///
/// # Errors
/// [`ErrorKind::ResourceBusy`] if another job has it; what the system says.
pub(crate) fn claim(path: &Path, options: &OpenOptions) -> io::Result<File> {
    for _ in 0..TRIES {
        let file = options.open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(busy(path)),
            // There are file systems without locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // Whoever had it may have given it its last name meanwhile.
        let claimed = Handle::from_file(file.try_clone()?)?;
        if Handle::from_path(path).is_ok_and(|there| there == claimed) {
            return Ok(file);
        }
    }
    Err(busy(path))
}

fn busy(path: &Path) -> io::Error {
    let reason =
        format!("another job is writing {}; wait for that one, or give another name", path.display());
    io::Error::new(ErrorKind::ResourceBusy, reason)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_is_written_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut first = create(&path).unwrap();
        first.write_all(b"first").unwrap();
        assert_eq!(create(&path).unwrap_err().kind(), ErrorKind::ResourceBusy);
        assert_eq!(fs::read(&path).unwrap(), b"first", "what is there stays");
        drop(first);
        create(&path).unwrap().write_all(b"2").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"2");
    }

    #[test]
    fn a_file_that_was_given_another_name_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (path, done) = (folder.path().join("out.partial"), folder.path().join("out"));
        let mut first = create(&path).unwrap();
        first.write_all(b"first").unwrap();
        fs::rename(&path, &done).unwrap();
        let _second = create(&path).unwrap();
        assert_eq!(fs::read(&done).unwrap(), b"first");
    }
}
