//! Arrow's IPC formats. A file is a stream between a magic and a footer, which says where its record batches are (Arrow
//! Columnar Format, "IPC File Format"): so both are written message after message, and either can be taken up after
//! one.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use arrow_array::RecordBatch;
use arrow_ipc::convert::IpcSchemaEncoder;
use arrow_ipc::writer::StreamWriter;
use arrow_ipc::{Block, FooterBuilder, MessageHeader, MetadataVersion, root_as_message};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use flatbuffers::FlatBufferBuilder;

use super::batches::ColumnTable;

const MAGIC: &[u8; 6] = b"ARROW1";

/// Bytes of a file before its stream: the magic, and zeros so that columns start at multiples of 64 bytes, as in the
/// stream.
const HEADER: u64 = 64;

/// Bytes before a message's metadata: a continuation marker, and the metadata's length.
const PREFIX: u64 = 8;
const CONTINUATION: [u8; 4] = [0xff; 4];

/// A stream or a file under way.
pub(super) struct ArrowTable {
    schema: SchemaRef,
    messages: StreamWriter<Vec<u8>>,
    /// What the footer of a file will say; a stream has none.
    index: Option<Index>,
}

impl ArrowTable {
    /// A stream that begins with its schema.
    pub fn stream(schema: &SchemaRef) -> io::Result<ArrowTable> {
        ArrowTable::begin(schema, Vec::new(), None)
    }

    /// A file that begins with its schema.
    pub fn file(schema: &SchemaRef) -> io::Result<ArrowTable> {
        let mut header = MAGIC.to_vec();
        header.resize(HEADER as usize, 0);
        let mut table = ArrowTable::begin(schema, header, None)?;
        table.index = Some(Index { end: table.messages.get_ref().len() as u64, blocks: Vec::new() });
        Ok(table)
    }

    /// A stream of which the schema, at least, is written already.
    pub fn resume_stream(schema: &SchemaRef) -> io::Result<ArrowTable> {
        let mut table = ArrowTable::stream(schema)?;
        table.messages.get_mut().clear();
        Ok(table)
    }

    /// A file whose messages so far are `earlier`.
    pub fn resume_file(schema: &SchemaRef, earlier: &File) -> io::Result<ArrowTable> {
        let index = Index::read(earlier)?;
        Ok(ArrowTable { index: Some(index), ..ArrowTable::resume_stream(schema)? })
    }

    fn begin(schema: &SchemaRef, header: Vec<u8>, index: Option<Index>) -> io::Result<ArrowTable> {
        let messages = StreamWriter::try_new(header, schema).map_err(of_arrow)?;
        Ok(ArrowTable { schema: schema.clone(), messages, index })
    }
}

impl ColumnTable for ArrowTable {
    fn add(&mut self, batch: &RecordBatch) -> io::Result<()> {
        let before = self.messages.get_ref().len();
        self.messages.write(batch).map_err(of_arrow)?;
        match &mut self.index {
            Some(index) => index.add(&self.messages.get_ref()[before..]),
            None => Ok(()),
        }
    }

    fn end_part(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.messages.finish().map_err(of_arrow)?;
        if let Some(index) = &self.index {
            let footer = index.footer(&self.schema);
            let length = i32::try_from(footer.len()).map_err(io::Error::other)?;
            let bytes = self.messages.get_mut();
            bytes.extend_from_slice(&footer);
            bytes.extend_from_slice(&length.to_le_bytes());
            bytes.extend_from_slice(MAGIC);
        }
        Ok(())
    }

    fn encoded(&mut self) -> &mut Vec<u8> {
        self.messages.get_mut()
    }
}

/// Where the record batches of a file are.
struct Index {
    /// Bytes of the file.
    end: u64,
    blocks: Vec<Block>,
}

impl Index {
    /// Adds a record batch that follows: its whole message.
    fn add(&mut self, message: &[u8]) -> io::Result<()> {
        let prefix = message.first_chunk().ok_or_else(|| self.damage("no message"))?;
        let metadata = self.metadata_length(prefix)?;
        self.push(metadata, message.len() as u64 - PREFIX - metadata)
    }

    /// Adds a record batch of these lengths, in bytes.
    fn push(&mut self, metadata: u64, body: u64) -> io::Result<()> {
        let too_long = |_| self.damage("a message that is too long");
        let start = i64::try_from(self.end).map_err(too_long)?;
        let header = i32::try_from(PREFIX + metadata).map_err(too_long)?;
        self.blocks.push(Block::new(start, header, i64::try_from(body).map_err(too_long)?));
        self.end += PREFIX + metadata + body;
        Ok(())
    }

    /// That of a file's first part, which ends with a message. Reads the metadata of messages, and no columns.
    fn read(mut file: &File) -> io::Result<Index> {
        let length = file.metadata()?.len();
        let mut index = Index { end: HEADER, blocks: Vec::new() };
        while index.end < length {
            let mut prefix = [0; PREFIX as usize];
            file.seek(SeekFrom::Start(index.end))?;
            file.read_exact(&mut prefix)?;
            let bytes = index.metadata_length(&prefix)?;
            let mut metadata = Vec::new();
            file.take(bytes).read_to_end(&mut metadata)?;
            let message = root_as_message(&metadata).map_err(|error| index.damage(error))?;
            let body = u64::try_from(message.bodyLength()).map_err(|error| index.damage(error))?;
            match message.header_type() {
                MessageHeader::Schema if index.end == HEADER => index.end += PREFIX + bytes,
                MessageHeader::RecordBatch if index.end > HEADER => index.push(bytes, body)?,
                _ => return Err(index.damage("a message that is not the one that was written")),
            }
        }
        match index.end == length && length > HEADER {
            true => Ok(index),
            false => Err(index.damage("the end of a message that is cut off")),
        }
    }

    fn metadata_length(&self, prefix: &[u8; PREFIX as usize]) -> io::Result<u64> {
        let [marker @ .., a, b, c, d] = *prefix;
        match marker == CONTINUATION {
            true => Ok(u32::from_le_bytes([a, b, c, d]).into()),
            false => Err(self.damage("no message")),
        }
    }

    /// What to say of a file that is not what was written.
    fn damage(&self, what: impl std::fmt::Display) -> io::Error {
        let reason = format!("it is not the Arrow file that was written: at byte {}: {what}", self.end);
        io::Error::new(io::ErrorKind::InvalidData, reason)
    }

    fn footer(&self, schema: &Schema) -> Vec<u8> {
        let mut builder = FlatBufferBuilder::new();
        let dictionaries = builder.create_vector::<Block>(&[]);
        let batches = builder.create_vector(&self.blocks);
        let schema = IpcSchemaEncoder::new().schema_to_fb_offset(&mut builder, schema);
        let mut footer = FooterBuilder::new(&mut builder);
        footer.add_version(MetadataVersion::V5);
        footer.add_schema(schema);
        footer.add_dictionaries(dictionaries);
        footer.add_recordBatches(batches);
        let root = footer.finish();
        builder.finish(root, None);
        builder.finished_data().to_vec()
    }
}

/// What the system said, where an error of Arrow comes from there.
pub(super) fn of_arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other),
    }
}
