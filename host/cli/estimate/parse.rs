//! Parts of a whole, as they are written.

/// Parses `--error`.
pub fn error(text: &str) -> Result<f64, String> {
    part(text).filter(|part| *part > 0.0).ok_or_else(|| "it must be above 0, as '1%' or '0.01'".into())
}

/// Parses `--confidence`.
pub fn confidence(text: &str) -> Result<f64, String> {
    part(text)
        .filter(|part| 0.5 <= *part && *part <= MOST_CONFIDENT)
        .ok_or_else(|| "it must be from 50% to 99.9999%, as '95%' or '0.95'".into())
}

/// Beyond it, intervals are those of the tails of distributions that nobody knows.
const MOST_CONFIDENT: f64 = 0.999_999;

/// A number, or one and a percent sign.
fn part(text: &str) -> Option<f64> {
    let (number, whole) = match text.trim().strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    number.trim().parse::<f64>().ok().map(|number| number / whole).filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_percents_are_the_same() {
        assert_eq!((error("1%"), error("0.01"), error(" 2.5 % ")), (Ok(0.01), Ok(0.01), Ok(0.025)));
        assert_eq!(confidence("95%"), Ok(0.95));
        for wrong in ["0", "-1%", "one", "", "%", "inf", "NaN"] {
            assert!(error(wrong).is_err(), "{wrong}");
        }
        for wrong in ["100%", "1", "0.2", "0", "99.99999%"] {
            assert!(confidence(wrong).is_err(), "{wrong}");
        }
    }
}
