//! Conditions in braces: `{age > 30, type in ["x", "y"]}`.

use super::cursor::Cursor;
use crate::pattern::PatternError;
use crate::pattern::condition::{Comparison, Condition, Test, Value};

const OPERATOR: &str =
    "`=`, `!=`, `<`, `<=`, `>`, `>=`, `:`, `in`, `!in`, `contains` or `!contains` after the property";

/// The conditions up to the closing brace and the blanks after it; none where no brace stands.
pub(super) fn conditions(cursor: &mut Cursor<'_>) -> Result<Vec<Condition>, PatternError> {
    let mut conditions = Vec::new();
    if !cursor.pass_if('{') {
        return Ok(conditions);
    }
    loop {
        cursor.skip_blanks();
        let property = cursor.property()?;
        cursor.skip_blanks();
        let test = test(cursor)?;
        conditions.push(Condition { property, test });
        cursor.skip_blanks();
        if !cursor.pass_if(',') {
            cursor.expect('}', "`,` and another condition, or `}`")?;
            cursor.skip_blanks();
            return Ok(conditions);
        }
    }
}

/// What stands after a property.
fn test(cursor: &mut Cursor<'_>) -> Result<Test, PatternError> {
    let at = cursor.at();
    let comparison = match cursor.peek() {
        Some(':') => passed(cursor, Comparison::Equal),
        Some('=') => {
            cursor.pass();
            cursor.pass_if('=');
            Comparison::Equal
        }
        Some('<') => {
            cursor.pass();
            match cursor.peek() {
                Some('=') => passed(cursor, Comparison::AtMost),
                Some('>') => passed(cursor, Comparison::NotEqual),
                _ => Comparison::Less,
            }
        }
        Some('>') => {
            cursor.pass();
            if cursor.pass_if('=') { Comparison::AtLeast } else { Comparison::Greater }
        }
        _ => {
            let negated = cursor.pass_if('!');
            if negated && cursor.pass_if('=') {
                Comparison::NotEqual
            } else {
                return words(cursor, negated).unwrap_or_else(|| Err(cursor.unexpected_at(at, OPERATOR)));
            }
        }
    };
    cursor.skip_blanks();
    Ok(Test::Compare(comparison, value(cursor)?))
}

fn passed(cursor: &mut Cursor<'_>, comparison: Comparison) -> Comparison {
    cursor.pass();
    comparison
}

/// `in` or `contains`, and what follows; none if neither stands here.
fn words(cursor: &mut Cursor<'_>, negated: bool) -> Option<Result<Test, PatternError>> {
    match cursor.keyword()?.as_str() {
        "in" => Some(list(cursor).map(|values| Test::In { values, negated })),
        "contains" => {
            cursor.skip_blanks();
            let text = match cursor.peek() {
                Some('"') => cursor.quoted(),
                _ => Err(cursor.unexpected("text in double quotes")),
            };
            Some(text.map(|text| Test::Contains { text, negated }))
        }
        _ => None,
    }
}

fn list(cursor: &mut Cursor<'_>) -> Result<Vec<Value>, PatternError> {
    cursor.skip_blanks();
    cursor.expect('[', "`[` and values")?;
    let mut values = Vec::new();
    loop {
        cursor.skip_blanks();
        values.push(value(cursor)?);
        cursor.skip_blanks();
        if !cursor.pass_if(',') {
            cursor.expect(']', "`,` and another value, or `]`")?;
            return Ok(values);
        }
    }
}

fn value(cursor: &mut Cursor<'_>) -> Result<Value, PatternError> {
    const EXPECTED: &str = "a value (a number, text in double quotes, true or false)";
    let at = cursor.at();
    match cursor.peek() {
        Some('"') => cursor.quoted().map(Value::Text),
        Some('-' | '+' | '.' | '0'..='9') => {
            let digits = cursor.number();
            let whole = digits.parse().map(Value::Integer).ok();
            // A whole number beyond that would have to be rounded, to what others are rounded to.
            let is_real = digits.contains(['.', 'e', 'E']);
            let real =
                || digits.parse().ok().filter(|number: &f64| is_real && number.is_finite()).map(Value::Real);
            let expected = "a number of 64 bits, or a whole one of 128";
            whole.or_else(real).ok_or_else(|| cursor.unexpected_at(at, expected))
        }
        _ => match cursor.keyword().as_deref() {
            Some("true") => Ok(Value::Boolean(true)),
            Some("false") => Ok(Value::Boolean(false)),
            _ => Err(cursor.unexpected_at(at, EXPECTED)),
        },
    }
}
