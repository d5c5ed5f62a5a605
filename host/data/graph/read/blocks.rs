//! Text in blocks of whole lines, which the threads of the pool read in turn and parse in parallel.

use std::{
    io::{self, Read},
    sync::Mutex,
};

use crate::graph::{LineProblem, error::excerpt};

/// No line of a graph is longer.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Why text could not be read.
pub(super) enum TextError {
    Read(io::Error),
    Line { line: u64, text: String, problem: LineProblem },
}

/// A line that could not be parsed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadLine {
    /// Lines before it in its block.
    pub(super) before: u64,
    pub(super) text: String,
    pub(super) problem: LineProblem,
}

/// What parsed blocks: one state for each thread that took part, in no particular order.
pub(super) struct Parsed<S> {
    pub(super) states: Vec<S>,
    pub(super) lines: u64,
}

/// Parses all blocks of `input`. `parse` adds a block to a state and gives its number of lines.
///
/// Of several bad lines, the first of the input is reported, as `lines_before` and the lines of the input number it.
pub(super) fn parse_blocks<S: Send>(
    input: impl Read + Send,
    block_bytes: usize,
    lines_before: u64,
    new_state: impl Fn() -> S + Sync,
    parse: impl Fn(&mut S, &[u8]) -> Result<u64, BadLine> + Sync,
) -> Result<Parsed<S>, TextError> {
    let reader = Mutex::new(LineBlocks::new(input, block_bytes));
    let blocks = Mutex::new(ParsedBlocks { states: Vec::new(), lines: Vec::new(), failure: None });
    // A function, so that the lock is given back before the block is parsed.
    let next_block = |buffer: &mut Vec<u8>| reader.lock().expect(NO_PANIC).next(buffer);
    let work = || {
        let (mut state, mut buffer) = (new_state(), Vec::new());
        while let Some(block) = next_block(&mut buffer) {
            let parsed = block.and_then(|block| match parse(&mut state, &buffer) {
                Ok(lines) => Ok((block, lines)),
                Err(bad) => Err(BlockFailure { block, kind: FailureKind::Line(bad) }),
            });
            match parsed {
                Ok((block, lines)) => blocks.lock().expect(NO_PANIC).count(block, lines),
                Err(failure) => {
                    reader.lock().expect(NO_PANIC).stop();
                    blocks.lock().expect(NO_PANIC).fail(failure);
                }
            }
        }
        blocks.lock().expect(NO_PANIC).states.push(state);
    };
    rayon::scope(|scope| {
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| work());
        }
        work();
    });
    let blocks = blocks.into_inner().expect(NO_PANIC);
    match blocks.failure {
        None => Ok(Parsed { states: blocks.states, lines: lines_before + blocks.lines.iter().sum::<u64>() }),
        // Blocks are handed out in order, so all before the failure were parsed.
        Some(BlockFailure { block, kind }) => Err(match kind {
            FailureKind::Read(error) => TextError::Read(error),
            FailureKind::Line(BadLine { before, text, problem }) => {
                let line = lines_before + blocks.lines[..block].iter().sum::<u64>() + before + 1;
                TextError::Line { line, text, problem }
            }
        }),
    }
}

const NO_PANIC: &str = "no thread panics while it holds the lock";

/// What the threads have parsed so far.
struct ParsedBlocks<S> {
    states: Vec<S>,
    /// Lines of each block.
    lines: Vec<u64>,
    failure: Option<BlockFailure>,
}

impl<S> ParsedBlocks<S> {
    fn count(&mut self, block: usize, lines: u64) {
        if self.lines.len() <= block {
            self.lines.resize(block + 1, 0);
        }
        self.lines[block] = lines;
    }

    fn fail(&mut self, failure: BlockFailure) {
        if self.failure.as_ref().is_none_or(|first| failure.block < first.block) {
            self.count(failure.block, 0);
            self.failure = Some(failure);
        }
    }
}

struct BlockFailure {
    block: usize,
    kind: FailureKind,
}

enum FailureKind {
    Read(io::Error),
    Line(BadLine),
}

/// Cuts a stream at line ends.
struct LineBlocks<R> {
    input: R,
    block_bytes: usize,
    /// The start of a line whose end is still to be read.
    carry: Vec<u8>,
    next_block: usize,
    ended: bool,
}

impl<R: Read> LineBlocks<R> {
    fn new(input: R, block_bytes: usize) -> Self {
        LineBlocks { input, block_bytes: block_bytes.max(1), carry: Vec::new(), next_block: 0, ended: false }
    }

    fn stop(&mut self) {
        self.ended = true;
    }

    /// Fills `buffer` with the next block and gives its index; nothing at the end.
    fn next(&mut self, buffer: &mut Vec<u8>) -> Option<Result<usize, BlockFailure>> {
        if self.ended {
            return None;
        }
        buffer.clear();
        buffer.append(&mut self.carry);
        let block = self.next_block;
        self.next_block += 1;
        match self.fill(buffer) {
            Ok(()) if buffer.is_empty() => None,
            Ok(()) => Some(Ok(block)),
            Err(kind) => Some(Err(BlockFailure { block, kind })),
        }
    }

    fn fill(&mut self, buffer: &mut Vec<u8>) -> Result<(), FailureKind> {
        loop {
            let searched = buffer.len();
            let read = (&mut self.input)
                .take(self.block_bytes as u64)
                .read_to_end(buffer)
                .map_err(FailureKind::Read)?;
            if read < self.block_bytes {
                self.ended = true;
                return Ok(());
            }
            if let Some(newline) = memchr::memrchr(b'\n', &buffer[searched..]) {
                let end = searched + newline + 1;
                self.carry.extend_from_slice(&buffer[end..]);
                buffer.truncate(end);
                return Ok(());
            }
            if buffer.len() > MAX_LINE_BYTES {
                let bad = BadLine { before: 0, text: excerpt(buffer), problem: LineProblem::TooLong };
                return Err(FailureKind::Line(bad));
            }
        }
    }
}
