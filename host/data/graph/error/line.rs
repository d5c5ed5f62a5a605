//! What can be wrong with a line of text.

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// One number only.
    #[error("one number, where an edge needs two vertex ids")]
    OneNumber,
    /// More than two columns.
    #[error("more than two columns; if the rest is weights or time stamps, say that they be ignored")]
    ExtraColumns,
    /// A vertex or edge without a label, where it needs one.
    #[error("the {of} has no label, and needs one here")]
    NoLabel {
        /// `vertex` or `edge`.
        of: &'static str,
    },
    /// A vertex that is there twice.
    #[error("vertex {id} is there twice")]
    RepeatedVertex {
        /// Its id.
        id: String,
    },
    /// An edge of a vertex that was not listed.
    #[error("there is no line `v {id} LABEL` before this one")]
    UnknownVertex {
        /// Its id.
        id: String,
    },
    /// A second graph.
    #[error("a second graph starts here; give one graph a file")]
    SeveralGraphs,
    /// A vertex without its degree, in a file that begins with its sizes.
    #[error(
        "expected `v ID LABEL DEGREE`, as the file begins with `t VERTICES EDGES`; or begin it with `t # 0`"
    )]
    NoDegree,
    /// A line after the mark that there are no more.
    #[error("it stands after `t # -1`, which ends the file; take one of them out")]
    AfterEnd,
    /// A line of a labelled graph that is neither vertex nor edge.
    #[error("expected `v ID LABEL` or `e FROM TO LABEL`")]
    NotARecord,
    /// More words than an edge has.
    #[error("more follows the label; expected two vertex ids and a label")]
    RecordColumns,
    /// A CSV file whose columns cannot be told.
    #[error("only one end of an edge is named; call the columns `source` and `target` (and `label`)")]
    CsvHeader,
    /// More columns in a CSV file than are read.
    #[error("columns beyond the two ends and the label; say that they be ignored")]
    CsvColumns,
    /// A row of CSV with more fields than the header, or fewer.
    #[error("{found} fields, and the header has {expected}")]
    CsvFields {
        /// The fields of the row.
        found: usize,
        /// Those of the header.
        expected: usize,
    },
    /// A quote in CSV that does not end, in the line in which it starts.
    #[error("a quote opens here that is not closed before the file ends")]
    UnclosedQuote,
    /// A header without properties.
    #[error(
        "expected a header: {}, and then the names of properties",
        if *ids == 1 { "a name for the ids" } else { "names for the two ends of an edge" }
    )]
    PropertyHeader {
        /// The columns of ids.
        ids: usize,
    },
    /// Two columns of one name.
    #[error("the property `{name}` has two columns")]
    RepeatedProperty {
        /// The property.
        name: String,
    },
    /// A whole number that would have to be rounded.
    #[error(
        "the property `{property}` is of numbers, and this whole one is beyond 128 bits; with an exponent, as 1e40, it is rounded"
    )]
    NumberTooLarge {
        /// The property.
        property: String,
    },
    /// Properties of an edge that the graph does not have.
    #[error("the graph has no {of} from {} to {}", ends.0, ends.1)]
    NoSuchEdge {
        /// `edge`, or `arc` in a directed graph.
        of: &'static str,
        /// The ids of its ends.
        ends: Box<(String, String)>,
    },
    /// A METIS file's first line.
    #[error(
        "expected the sizes of a METIS graph: vertices, edges, and a format of up to three digits 0 or 1"
    )]
    MetisHeader,
    /// Several weights a vertex.
    #[error("several weights a vertex cannot be read as labels")]
    MetisWeights,
    /// A METIS line without a weight.
    #[error("the line ends where a weight should follow")]
    MetisShort,
    /// Lines after the last vertex.
    #[error("more follows the lines of all {vertices} vertices")]
    MetisMore {
        /// The vertices.
        vertices: u64,
    },
    /// A minus sign before a number.
    #[error("negative vertex id; ids are whole numbers from 0 to 18446744073709551615")]
    NegativeId,
    /// A number beyond u64.
    #[error("vertex id too large; the greatest is 18446744073709551615")]
    IdTooLarge,
    /// Something that is not a whole number.
    #[error("`{token}` is not a vertex id (a whole number); comments and headings start with #, % or //")]
    NotAnId {
        /// The text, shortened.
        token: String,
    },
    /// A word where the ids before are numbers.
    #[error(
        "`{token}` is no whole number, as the ids before are; if ids are names, say so; comments and headings start with \
         #, % or //"
    )]
    NameAmongNumbers {
        /// The text, shortened.
        token: String,
    },
    /// One name only.
    #[error(
        "one name, where an edge needs two; names with spaces in them stand in quotes, or have tabs or commas between"
    )]
    OneName,
    /// One name only, with semicolons in it.
    #[error("semicolons stand between the columns, and do not part them here; write commas or tabs")]
    Semicolons,
    /// No name where one should be.
    #[error("a name is missing")]
    NoName,
    /// A quote that does not end.
    #[error("a quote is open at the end of the line")]
    OpenQuote,
    /// Something between a quote and the next field.
    #[error("more follows a quote that is closed; in a name in quotes, a quote is written twice")]
    AfterQuote,
    /// A first line of words that are usual above columns.
    #[error(
        "is this a heading or an edge? a heading starts with #; if ids are names, and this an edge, say so"
    )]
    Heading,
    /// A first line of words that may be the header of CSV.
    #[error(
        "is this a header or an edge? call the columns of a header `source` and `target`, or say which format this is"
    )]
    HeaderOrEdge,
    /// More than two ids.
    #[error(
        "more than two columns, and all may be ids: an edge with weights or time stamps, or a vertex and its \
         neighbours? say that columns be ignored, or that it is an adjacency list"
    )]
    ExtraIds,
    /// The beginning of another text format.
    #[error("looks like {format}, which is not read as an edge list")]
    OtherFormat {
        /// The format.
        format: &'static str,
    },
    /// Bytes that are not text.
    #[error("not text; expected a graph as text or a .csr file, plain or compressed by gzip or zstd")]
    Binary,
    /// A line beyond reason.
    #[error("longer than 1 MiB; expected two vertex ids a line")]
    TooLong,
    /// A word beyond reason.
    #[error("a word or a field longer than 1 MiB, which no name, label or value is")]
    LongWord,
    /// A Matrix Market entry without its columns.
    #[error("an entry of this matrix has {expected} columns")]
    EntryColumns {
        /// The columns by the header.
        expected: usize,
    },
    /// A Matrix Market entry whose value is not a number.
    #[error("`{token}` is not a number")]
    NotAValue {
        /// The text, shortened.
        token: String,
    },
    /// A Matrix Market entry outside the matrix.
    #[error("index {index} is outside the matrix; rows and columns go from 1 to {size}")]
    IndexOutOfRange {
        /// The index.
        index: u64,
        /// Rows, and columns.
        size: u64,
    },
}
