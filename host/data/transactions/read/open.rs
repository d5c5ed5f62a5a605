//! Opening a file, whatever it is compressed with.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file: mapped, or decompressed into memory.
pub(super) enum Text {
    Mapped(Mmap),
    Read(Vec<u8>),
}

impl Deref for Text {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match self {
            Text::Mapped(map) => map,
            Text::Read(bytes) => bytes,
        }
    }
}

/// The text in `path`; gzip and zstd are told by their first bytes. `-` is standard input.
pub(super) fn text(path: &Path) -> io::Result<Text> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        Text::Read(bytes)
    } else {
        map(path)?
    };
    match &bytes[..] {
        [0x1f, 0x8b, ..] => {
            let mut text = Vec::new();
            flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut text)?;
            Ok(Text::Read(text))
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Ok(Text::Read(zstd::decode_all(&bytes[..])?)),
        _ => Ok(bytes),
    }
}

/// Maps a regular file; what cannot be mapped, such as a pipe, is read.
fn map(path: &Path) -> io::Result<Text> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.len() > 0 {
        // SAFETY: the map is only read. A file that another process cuts short while it is read ends this one with
        // a bus error, as for every program that maps its input; it cannot yield wrong memory of ours.
        return Ok(Text::Mapped(unsafe { Mmap::map(&file)? }));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Text::Read(bytes))
}
