//! Conditions on the properties of a vertex or an edge: `{age > 30, type = "GABA"}`.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::link::{alternatives, is_plain, quoted};

/// What a pattern asks of a property. A vertex or an edge that lacks the property does not fulfil it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// What the property is called.
    pub property: String,
    /// What it must be.
    pub test: Test,
}

/// What a property must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `age > 30`. Text is compared by its characters' numbers; true and false are equal or not, and have no order.
    Compare(Comparison, Value),
    /// `type in ["x", "y"]`, or `type !in ["x", "y"]`, if `negated`.
    In {
        /// The values.
        values: Vec<Value>,
        /// Whether it must be none of them.
        negated: bool,
    },
    /// `name contains "x"`, or `name !contains "x"`, if `negated`.
    Contains {
        /// The text, upper and lower case apart.
        text: String,
        /// Whether it must not be in the property.
        negated: bool,
    },
}

/// How a property is compared with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`, `==` or `:`.
    Equal,
    /// `!=` or `<>`.
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// What a property is compared with.
#[derive(Clone, Debug)]
pub enum Value {
    /// A whole number.
    Integer(i128),
    /// Another number. It is finite.
    Real(f64),
    /// Text.
    Text(String),
    /// True or false.
    Boolean(bool),
}

impl Value {
    /// What kind of value it is.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Integer(_) | Value::Real(_) => "a number",
            Value::Text(_) => "text",
            Value::Boolean(_) => "true or false",
        }
    }
}

/// By their bits, so that patterns can be compared and hashed: 0.0 is not -0.0.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Real(a), Value::Real(b)) => a.to_bits() == b.to_bits(),
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::Integer(number) => number.hash(state),
            Value::Real(number) => number.to_bits().hash(state),
            Value::Text(text) => text.hash(state),
            Value::Boolean(boolean) => boolean.hash(state),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => write!(f, "{number}"),
            // With a point or an exponent, so that it is read back as what it is.
            Value::Real(number) => write!(f, "{number:?}"),
            Value::Text(text) => quoted(text).fmt(f),
            Value::Boolean(boolean) => write!(f, "{boolean}"),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
        })
    }
}

/// As it is written: `age > 30`.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Condition { property, test } = self;
        match !property.is_empty() && property.chars().all(is_plain) {
            true => f.write_str(property)?,
            false => quoted(property).fmt(f)?,
        }
        let not = |negated: bool| if negated { "!" } else { "" };
        match test {
            Test::Compare(comparison, value) => write!(f, " {comparison} {value}"),
            Test::In { values, negated } => {
                write!(f, " {}in [{}]", not(*negated), joined(values.iter()))
            }
            Test::Contains { text, negated } => write!(f, " {}contains {}", not(*negated), quoted(text)),
        }
    }
}

/// Conditions as they are written, in braces; nothing if there are none.
pub(crate) fn braced(conditions: &[Condition]) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| match conditions {
        [] => Ok(()),
        _ => write!(f, "{{{}}}", joined(conditions.iter())),
    })
}

/// Marks the name of a label that stands for conditions: no label in a pattern's text has such a character.
#[doc(hidden)]
pub const MARK: char = '\0';

/// The labels of which one is asked, sorted: as they are, or where there are conditions, one label that stands for all
/// of it. It is the same for what asks the same.
#[doc(hidden)]
pub fn asked(labels: &[String], conditions: &[Condition]) -> Vec<String> {
    let mut labels = labels.to_vec();
    labels.sort_unstable();
    if conditions.is_empty() {
        return labels;
    }
    let mut conditions: Vec<String> = conditions.iter().map(|of| of.clone().sorted().to_string()).collect();
    conditions.sort_unstable();
    conditions.dedup();
    let space = if labels.is_empty() { "" } else { " " };
    vec![format!("{MARK}{}{space}{{{}}}", alternatives(&labels), conditions.join(", "))]
}

impl Condition {
    /// This condition, with the values of a list in order.
    fn sorted(mut self) -> Condition {
        if let Test::In { values, .. } = &mut self.test {
            values.sort_by_cached_key(ToString::to_string);
            values.dedup();
        }
        self
    }
}

fn joined<T: fmt::Display>(items: impl Iterator<Item = T> + Clone) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        for (index, item) in items.clone().enumerate() {
            write!(f, "{}{item}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    })
}
