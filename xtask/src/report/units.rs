//! Numbers as people read them: three significant digits.

/// Three significant digits, and no exponent: for numbers from a thousandth on.
pub fn digits(number: f64) -> String {
    let decimals = match number {
        x if x >= 99.95 => 0,
        x if x >= 9.995 => 1,
        x if x >= 0.9995 => 2,
        _ => 3,
    };
    format!("{number:.decimals$}")
}

/// A time: milliseconds below a second, microseconds below a hundredth of a millisecond.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 0.9995 => format!("{} s", digits(s)),
        s if s >= 1e-5 => format!("{} ms", digits(s * 1e3)),
        s => format!("{} µs", digits(s * 1e6)),
    }
}

/// A number of things, in thousands, millions and so on.
pub fn amount(number: f64) -> String {
    for (unit, name) in [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")] {
        if number >= 0.9995 * unit {
            return digits(number / unit) + name;
        }
    }
    format!("{number}")
}

/// What there is of it, or a dash.
pub fn or_dash(cell: Option<String>) -> String {
    cell.unwrap_or_else(|| "–".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits() {
        let texts = [0.000886, 0.0273, 0.5496, 0.99949, 0.9996, 21.5, 33.456, 120.4].map(seconds);
        assert_eq!(texts, ["0.886 ms", "27.3 ms", "550 ms", "999 ms", "1.00 s", "21.5 s", "33.5 s", "120 s"]);
        assert_eq!([2.48e-6, 1.01e-5].map(seconds), ["2.48 µs", "0.010 ms"]);
        assert_eq!([1968e6, 3.8e6, 46763.0, 999.0].map(amount), ["1.97 G", "3.80 M", "46.8 k", "999"]);
    }
}
