//! The values of one property.

use super::PropertyError;

/// A property's value at one vertex, or of one edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PropertyValue<'p> {
    /// A whole number.
    Integer(i128),
    /// A number.
    Real(f64),
    /// Text.
    Text(&'p str),
    /// True or false.
    Boolean(bool),
}

/// A number as it was given, which no rounding makes the same as another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole number.
    Whole(i128),
    /// Any other. NaN is a missing one.
    Real(f64),
}

/// The values of one property: one for each vertex of a graph, or for each of its edges. Any may be missing.
///
/// ```
/// # use motherlode_data as motherlode;
/// use motherlode::graph::properties::{PropertyColumn, PropertyValue};
/// let ages = PropertyColumn::integers(vec![40, 0, 25]).where_present(&[true, false, true])?;
/// assert_eq!((ages.len(), ages.get(0), ages.get(1)), (3, Some(PropertyValue::Integer(40)), None));
/// # Ok::<(), motherlode::graph::properties::PropertyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PropertyColumn(pub(crate) Values);

/// The values, by kind.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub enum Values {
    /// Whole numbers; with whether each is there, if some are not.
    Integers(Vec<i64>, Option<Vec<bool>>),
    /// Numbers; NaN where there is none.
    Reals(Vec<f64>),
    /// Numbers some of which no other kind has exactly.
    Numbers(Vec<Option<Number>>),
    /// Text, as the numbers of `texts`; [`MISSING`] where there is none.
    Texts { codes: Vec<u32>, texts: Vec<String> },
    /// True or false.
    Booleans(Vec<Option<bool>>),
}

/// The largest whole number up to which all are floats of 64 bits.
const EXACT: u128 = 1 << 53;

/// The code of a text that is missing.
#[doc(hidden)]
pub const MISSING: u32 = u32::MAX;

impl PropertyColumn {
    /// The values, by kind.
    #[doc(hidden)]
    pub fn values(&self) -> &Values {
        &self.0
    }

    /// Whole numbers, which are compared exactly.
    pub fn integers(values: Vec<i64>) -> PropertyColumn {
        PropertyColumn(Values::Integers(values, None))
    }

    /// Numbers. NaN is a missing one.
    pub fn reals(values: Vec<f64>) -> PropertyColumn {
        PropertyColumn(Values::Reals(values))
    }

    /// Numbers of both kinds, and whole ones of up to 128 bits, all of which are compared exactly.
    pub fn numbers(values: Vec<Option<Number>>) -> PropertyColumn {
        let is_float = |value: &Option<Number>| match value {
            Some(Number::Whole(whole)) => whole.unsigned_abs() <= EXACT,
            Some(Number::Real(_)) | None => true,
        };
        let float = |value| match value {
            Some(Number::Whole(whole)) => whole as f64,
            Some(Number::Real(real)) => real,
            None => f64::NAN,
        };
        let is_there = |value: &Number| !matches!(value, Number::Real(real) if real.is_nan());
        match values.iter().all(is_float) {
            true => PropertyColumn(Values::Reals(values.into_iter().map(float).collect())),
            false => PropertyColumn(Values::Numbers(
                values.into_iter().map(|value| value.filter(is_there)).collect(),
            )),
        }
    }

    /// Texts, of which the same may come often: each is kept once.
    pub fn texts<T: AsRef<str>>(values: impl IntoIterator<Item = Option<T>>) -> PropertyColumn {
        let (mut known, mut texts) = (std::collections::HashMap::<String, u32>::new(), Vec::new());
        let codes = values.into_iter().map(|text| match text {
            None => MISSING,
            Some(text) => known.get(text.as_ref()).copied().unwrap_or_else(|| {
                let code = texts.len() as u32;
                texts.push(text.as_ref().to_owned());
                known.insert(text.as_ref().to_owned(), code);
                code
            }),
        });
        let codes = codes.collect();
        PropertyColumn(Values::Texts { codes, texts })
    }

    /// Texts that are numbered already: value `i` is `texts[codes[i]]`, or missing where the code is `u32::MAX`.
    ///
    /// # Errors
    /// [`PropertyError::Code`]: a code that is no text's.
    pub fn coded_texts(codes: Vec<u32>, texts: Vec<String>) -> Result<PropertyColumn, PropertyError> {
        let wrong = |code: u32| code != MISSING && code as usize >= texts.len();
        match codes.iter().position(|&code| wrong(code)) {
            Some(row) => Err(PropertyError::Code { row, code: codes[row], texts: texts.len() }),
            None => Ok(PropertyColumn(Values::Texts { codes, texts })),
        }
    }

    /// True or false.
    pub fn booleans(values: Vec<bool>) -> PropertyColumn {
        PropertyColumn(Values::Booleans(values.into_iter().map(Some).collect()))
    }

    /// These values, of which those are missing for which `present` is false.
    ///
    /// # Errors
    /// [`PropertyError::Mask`]: when it is not of as many values.
    pub fn where_present(mut self, present: &[bool]) -> Result<PropertyColumn, PropertyError> {
        if present.len() != self.len() {
            return Err(PropertyError::Mask { values: self.len(), mask: present.len() });
        }
        if present.iter().all(|&present| present) {
            return Ok(self);
        }
        match &mut self.0 {
            Values::Integers(_, known) => {
                let known = known.get_or_insert_with(|| vec![true; present.len()]);
                known.iter_mut().zip(present).for_each(|(known, &present)| *known &= present);
            }
            Values::Reals(values) => erase(values, present, f64::NAN),
            Values::Numbers(values) => erase(values, present, None),
            Values::Texts { codes, .. } => erase(codes, present, MISSING),
            Values::Booleans(values) => erase(values, present, None),
        }
        Ok(self)
    }

    /// How many values there are, missing ones among them.
    pub fn len(&self) -> usize {
        match &self.0 {
            Values::Integers(values, _) => values.len(),
            Values::Reals(values) => values.len(),
            Values::Numbers(values) => values.len(),
            Values::Texts { codes, .. } => codes.len(),
            Values::Booleans(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A value; `None` if it is missing.
    ///
    /// # Panics
    /// If `row` is not below [`len`](Self::len).
    pub fn get(&self, row: usize) -> Option<PropertyValue<'_>> {
        match &self.0 {
            Values::Integers(values, present) => {
                let is_there = present.as_ref().is_none_or(|present| present[row]);
                is_there.then(|| PropertyValue::Integer(values[row].into()))
            }
            Values::Reals(values) => {
                Some(values[row]).filter(|value| !value.is_nan()).map(PropertyValue::Real)
            }
            Values::Numbers(values) => values[row].map(|number| match number {
                Number::Whole(whole) => PropertyValue::Integer(whole),
                Number::Real(real) => PropertyValue::Real(real),
            }),
            Values::Texts { codes, texts } => match codes[row] {
                MISSING => None,
                code => Some(PropertyValue::Text(&texts[code as usize])),
            },
            Values::Booleans(values) => values[row].map(PropertyValue::Boolean),
        }
    }

    /// What its values are, in a word.
    pub fn kind(&self) -> &'static str {
        match &self.0 {
            Values::Integers(..) | Values::Reals(_) | Values::Numbers(_) => "numbers",
            Values::Texts { .. } => "text",
            Values::Booleans(_) => "true or false",
        }
    }

    /// Whether its values are numbers, of whatever kind.
    pub(crate) fn is_of_numbers(&self) -> bool {
        matches!(self.0, Values::Integers(..) | Values::Reals(_) | Values::Numbers(_))
    }

    /// The values of these rows.
    pub(crate) fn of_rows(&self, rows: &[usize]) -> PropertyColumn {
        fn at<T: Copy>(values: &[T], rows: &[usize]) -> Vec<T> {
            rows.iter().map(|&row| values[row]).collect()
        }
        PropertyColumn(match &self.0 {
            Values::Integers(values, present) => {
                Values::Integers(at(values, rows), present.as_ref().map(|present| at(present, rows)))
            }
            Values::Reals(values) => Values::Reals(at(values, rows)),
            Values::Numbers(values) => Values::Numbers(at(values, rows)),
            Values::Texts { codes, texts } => Values::Texts { codes: at(codes, rows), texts: texts.clone() },
            Values::Booleans(values) => Values::Booleans(at(values, rows)),
        })
    }
}

fn erase<T: Copy>(values: &mut [T], present: &[bool], missing: T) {
    values.iter_mut().zip(present).filter(|(_, present)| !**present).for_each(|(value, _)| *value = missing);
}

/// By the bits of numbers.
impl PartialEq for PropertyColumn {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Values::Integers(a, known), Values::Integers(b, others)) => a == b && known == others,
            (Values::Reals(a), Values::Reals(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
            }
            (Values::Numbers(a), Values::Numbers(b)) => a == b,
            (Values::Texts { codes, texts }, Values::Texts { codes: others, texts: names }) => {
                codes == others && texts == names
            }
            (Values::Booleans(a), Values::Booleans(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for PropertyColumn {}
