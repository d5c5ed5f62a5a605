//! A file that has its name only when it is whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::claim::{claim, create, is_special, partial_name};

/// A file under way: it is called `NAME.partial` until [`finish`](Self::finish) gives it its name.
///
/// A job that ends early leaves what it has written under that name. What is there already and is no regular file, as a
/// named pipe or `/dev/null`, is written to as it is.
#[derive(Debug)]
pub struct RowFile {
    path: PathBuf,
    file: File,
    length: u64,
    is_regular: bool,
}

impl RowFile {
    /// Begins a file anew.
    ///
    /// # Errors
    /// [`io::ErrorKind::ResourceBusy`] if another job is writing it; what the system says.
    pub fn create(path: &Path) -> io::Result<RowFile> {
        let is_regular = !is_special(path);
        let file = if is_regular { create(&partial_name(path)) } else { create(path) }?;
        Ok(RowFile { path: path.to_owned(), file, length: 0, is_regular })
    }

    /// Takes up the file that an earlier job left: its first `length` bytes; what follows them is cut off.
    ///
    /// # Errors
    /// [`io::ErrorKind::ResourceBusy`] if another job is writing it, [`io::ErrorKind::UnexpectedEof`] if it is shorter;
    /// what the system says.
    pub fn resume(path: &Path, length: u64) -> io::Result<RowFile> {
        let mut file = claim(&partial_name(path), OpenOptions::new().write(true))?;
        let now = file.metadata()?.len();
        if now < length {
            let reason = format!("it has {now} bytes, and {length} were written");
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, reason));
        }
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(RowFile { path: path.to_owned(), file, length, is_regular: true })
    }

    /// The name that it has until it is finished.
    pub fn name(&self) -> PathBuf {
        if self.is_regular { partial_name(&self.path) } else { self.path.clone() }
    }

    /// The file, opened once more to be read.
    ///
    /// # Errors
    /// What the system says.
    pub fn reader(&self) -> io::Result<File> {
        File::open(self.name())
    }

    /// Bytes so far.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Writes to the disk what has been written to the file.
    ///
    /// # Errors
    /// What the system says.
    pub fn sync(&self) -> io::Result<()> {
        if self.is_regular { self.file.sync_all() } else { Ok(()) }
    }

    /// Cuts off what follows the first `length` bytes, of a file that is written no further: on a full disk, a part of
    /// a row.
    ///
    /// # Errors
    /// What the system says.
    pub fn cut(&self, length: u64) -> io::Result<()> {
        if self.is_regular { self.file.set_len(length) } else { Ok(()) }
    }

    /// Whether what was written can be found again: not where it went to a pipe or a device.
    pub fn is_kept(&self) -> bool {
        self.is_regular
    }

    /// Removes the file: what it has is of no use.
    pub fn discard(self) {
        if self.is_regular {
            let _ = fs::remove_file(partial_name(&self.path));
        }
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(self) -> io::Result<()> {
        self.sync()?;
        if self.is_regular { fs::rename(partial_name(&self.path), &self.path) } else { Ok(()) }
    }
}

/// Writes a file by `fill`, which has its name when it is whole. Nothing is left of one that cannot be written.
///
/// # Errors
/// Those of [`RowFile::create`] and `fill`; what the system says.
pub fn write_whole<T>(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<RowFile>) -> io::Result<T>,
) -> io::Result<T> {
    let mut out = BufWriter::new(RowFile::create(path)?);
    let filled = fill(&mut out).and_then(|filled| out.flush().map(|()| filled));
    let (file, _) = out.into_parts();
    match filled {
        Ok(filled) => file.finish().map(|()| filled),
        Err(error) => {
            file.discard();
            Err(error)
        }
    }
}

impl Write for RowFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_taken_up_where_it_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv");
        let mut file = RowFile::create(&path).unwrap();
        file.write_all(b"one two three").unwrap();
        drop(file);
        assert!(!path.exists() && partial_name(&path).exists());
        assert_eq!(RowFile::resume(&path, 14).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        let mut file = RowFile::resume(&path, 4).unwrap();
        file.write_all(b"2").unwrap();
        assert_eq!(file.length(), 5);
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one 2");
        assert!(!partial_name(&path).exists());
    }
}
