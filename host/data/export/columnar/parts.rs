//! Parquet in parts. A part is row groups and a footer of their own, which is where a file can be taken up: the footers
//! are a chain, for each ends where the row groups of the next begin. The last footer of a file that is whole speaks of
//! the row groups of all its parts; readers look at no other, and pass over what is between row groups (Apache Parquet,
//! "File Format").

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::page_index::PageIndexBuilder;
use parquet::file::metadata::{
    FileMetaData, FooterTail, PageIndexPolicy, ParquetMetaData, ParquetMetaDataBuilder,
    ParquetMetaDataReader, ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::TrackedWrite;

use super::batches::ColumnTable;

/// Bytes of the magic that begins a file.
const MAGIC: u64 = 4;

/// Bytes that end a footer: the length of what is before them, and the magic.
const TAIL: u64 = 8;

/// A file under way.
pub(super) struct ParquetTable {
    schema: SchemaRef,
    part: ArrowWriter<PendingBytes>,
    /// The parts before.
    ended: Vec<ParquetMetaData>,
}

impl ParquetTable {
    /// A new table.
    pub fn new(schema: &SchemaRef) -> io::Result<ParquetTable> {
        let part = begin(schema, 0).map_err(of_parquet)?;
        Ok(ParquetTable { schema: schema.clone(), part, ended: Vec::new() })
    }

    /// A table whose parts so far are `earlier`.
    pub fn resume(schema: &SchemaRef, earlier: &File) -> io::Result<ParquetTable> {
        let end = earlier.metadata()?.len();
        let (mut ended, mut start) = (Vec::new(), end);
        while start > MAGIC {
            let part = footer(earlier, start).map_err(|error| damage(start, of_parquet(error)))?;
            start = first_byte(&part)
                .filter(|&first| first < start)
                .ok_or_else(|| damage(start, "a footer without row groups before it"))?;
            ended.push(part);
        }
        if start > 0 && start < MAGIC {
            return Err(damage(start, "a magic that is cut off"));
        }
        ended.reverse();
        let part = begin(schema, end).map_err(of_parquet)?;
        Ok(ParquetTable { schema: schema.clone(), part, ended })
    }
}

impl ColumnTable for ParquetTable {
    fn add(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.part.write(batch).map_err(of_parquet)
    }

    /// Ends a row group, and the part; one without rows is none.
    fn end_part(&mut self) -> io::Result<()> {
        if self.part.in_progress_rows() == 0 && self.part.flushed_row_groups().is_empty() {
            return self.part.sync();
        }
        self.ended.push(self.part.finish().map_err(of_parquet)?);
        let next = begin(&self.schema, self.part.bytes_written() as u64).map_err(of_parquet)?;
        let mut part = std::mem::replace(&mut self.part, next);
        *self.encoded() = std::mem::take(&mut part.inner_mut().bytes);
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        if self.ended.is_empty() {
            return self.part.finish().map(drop).map_err(of_parquet);
        }
        self.end_part()?;
        let mut place = PendingBytes::after(self.part.bytes_written() as u64);
        let whole = joined(&self.ended).map_err(of_parquet)?;
        let mut tracked = TrackedWrite::new(&mut place);
        pass_over(self.part.bytes_written() as u64, |bytes| tracked.write_all(bytes))?;
        ParquetMetaDataWriter::new_with_tracked(tracked, &whole).finish().map_err(of_parquet)?;
        self.encoded().append(&mut place.bytes);
        Ok(())
    }

    /// Without the rows of a row group that is not full.
    fn encoded(&mut self) -> &mut Vec<u8> {
        &mut self.part.inner_mut().bytes
    }
}

/// Begins a part at byte `start` of a file.
fn begin(schema: &SchemaRef, start: u64) -> Result<ArrowWriter<PendingBytes>, ParquetError> {
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default()));
    let mut part =
        ArrowWriter::try_new(PendingBytes::after(start), schema.clone(), Some(properties.build()))?;
    // It has counted the magic, which is dropped unless the part is the first.
    pass_over(start.saturating_sub(MAGIC), |bytes| part.write_all(bytes))?;
    Ok(part)
}

/// Lets a writer that counts its bytes from 0 count `bytes` that the file has already.
fn pass_over(mut bytes: u64, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let zeros = vec![0; 1 << 20];
    while bytes > 0 {
        let some = bytes.min(zeros.len() as u64);
        write(&zeros[..some as usize])?;
        bytes -= some;
    }
    Ok(())
}

/// Takes bytes that are to be written, and drops those that the file has already.
struct PendingBytes {
    /// Bytes to drop.
    before: u64,
    bytes: Vec<u8>,
}

impl PendingBytes {
    fn after(before: u64) -> PendingBytes {
        PendingBytes { before, bytes: Vec::new() }
    }
}

impl Write for PendingBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let dropped = self.before.min(bytes.len() as u64);
        self.before -= dropped;
        self.bytes.extend_from_slice(&bytes[dropped as usize..]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The footer that ends before byte `end`, with the page indexes that it speaks of.
fn footer(mut file: &File, end: u64) -> Result<ParquetMetaData, ParquetError> {
    let mut tail = [0; TAIL as usize];
    file.seek(SeekFrom::Start(end.saturating_sub(TAIL)))?;
    file.read_exact(&mut tail)?;
    let length = FooterTail::try_new(&tail)?.metadata_length() as u64;
    let mut metadata = Vec::new();
    file.seek(SeekFrom::Start(end.saturating_sub(TAIL + length)))?;
    file.take(length).read_to_end(&mut metadata)?;
    let metadata = ParquetMetaDataReader::decode_metadata(&metadata)?;
    let mut reader =
        ParquetMetaDataReader::new_with_metadata(metadata).with_page_index_policy(PageIndexPolicy::Required);
    reader.read_page_indexes(&file.try_clone()?)?;
    reader.finish()
}

/// Where the first row group of a part begins.
fn first_byte(part: &ParquetMetaData) -> Option<u64> {
    let column = part.row_groups().first()?.columns().first()?;
    u64::try_from(column.dictionary_page_offset().unwrap_or(column.data_page_offset())).ok()
}

/// The footer of all parts, with the page indexes, as readers expect these to be next to each other.
fn joined(parts: &[ParquetMetaData]) -> Result<ParquetMetaData, ParquetError> {
    let file = match parts {
        [] => return Err(ParquetError::General("no parts to join".into())),
        [first, ..] => first.file_metadata(),
    };
    let groups: usize = parts.iter().map(ParquetMetaData::num_row_groups).sum();
    let columns = file.schema_descr().num_columns();
    let (mut whole, mut index) = (Vec::with_capacity(groups), PageIndexBuilder::new(groups, columns));
    for part in parts {
        for (number, group) in part.row_groups().iter().enumerate() {
            let pages = part.page_index_for_row_group(number);
            for column in 0..columns {
                if let Some(pages) = pages.column_index(column) {
                    index.put_column_index(pages.clone(), whole.len(), column);
                }
                if let Some(pages) = pages.offset_index(column) {
                    index.put_offset_index(pages.clone(), whole.len(), column);
                }
            }
            let ordinal = i32::try_from(whole.len())?;
            whole.push(group.clone().into_builder().set_ordinal(ordinal).build()?);
        }
    }
    let file = FileMetaData::new(
        file.version(),
        whole.iter().map(RowGroupMetaData::num_rows).sum(),
        file.created_by().map(str::to_owned),
        file.key_value_metadata().cloned(),
        file.schema_descr_ptr(),
        file.column_orders().cloned(),
    );
    Ok(ParquetMetaDataBuilder::new(file)
        .set_row_groups(whole)
        .set_page_index(Some(Arc::new(index.build())))
        .build())
}

/// What to say of a file that is not what was written: `what` is before byte `end`.
fn damage(end: u64, what: impl std::fmt::Display) -> io::Error {
    let reason = format!("it is not the Parquet file that was written: before byte {end}: {what}");
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// What the system said, where an error of Parquet comes from there.
fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}
