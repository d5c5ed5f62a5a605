//! The launch bounds in the attribute's argument, the limit of what may be spilled, and where counts land.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Ident, LitInt, Result, Token, parenthesized};

/// The most threads that a block may have on any card.
const MAX_BLOCK: u32 = 1024;
/// The most blocks that a multiprocessor holds on any card.
const MAX_RESIDENT: u32 = 32;
/// The most bytes of local memory that a thread has on any card.
const MAX_LOCAL: u32 = 512 << 10;

/// `max_threads = N, min_blocks = M, may_spill = BYTES, at(TYPE, TYPE(apart, may_spill = BYTES))`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LaunchBounds {
    pub(crate) max_threads: Option<u32>,
    pub(crate) min_blocks: Option<u32>,
    /// Bytes of registers that are stored and loaded, at most: more is an error of `cargo xtask ptxas`.
    pub(crate) may_spill: Option<u32>,
    /// The types that the kernel is compiled for, if it is generic over where counts land.
    pub(crate) at: Vec<PlaceVariant>,
}

/// A type that tells where counts land, and what is not the same there as at others.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlaceVariant {
    pub(crate) name: Ident,
    /// Whether the kernel there is of a family of its own.
    pub(crate) apart: bool,
    pub(crate) may_spill: Option<u32>,
}

impl Parse for PlaceVariant {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut place = PlaceVariant { name: input.parse()?, apart: false, may_spill: None };
        if !input.peek(syn::token::Paren) {
            return Ok(place);
        }
        let own;
        parenthesized!(own in input);
        if own.peek(Ident) && !own.peek2(Token![=]) {
            let word: Ident = own.parse()?;
            if word != "apart" {
                return Err(Error::new(word.span(), "expected `apart` or `may_spill`"));
            }
            place.apart = true;
            if !own.is_empty() {
                own.parse::<Token![,]>()?;
            }
        }
        match own.parse()? {
            LaunchBounds { max_threads: None, min_blocks: None, may_spill, at } if at.is_empty() => {
                Ok(PlaceVariant { may_spill, ..place })
            }
            _ => Err(Error::new(place.name.span(), "a place has a `may_spill` of its own, and no bounds")),
        }
    }
}

impl Parse for LaunchBounds {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut bounds = LaunchBounds::default();
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            if key == "at" {
                let places;
                parenthesized!(places in input);
                bounds.at.extend(Punctuated::<PlaceVariant, Token![,]>::parse_terminated(&places)?);
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
                continue;
            }
            input.parse::<Token![=]>()?;
            let value: LitInt = input.parse()?;
            let (slot, most) = match key.to_string().as_str() {
                "max_threads" => (&mut bounds.max_threads, MAX_BLOCK),
                "min_blocks" => (&mut bounds.min_blocks, MAX_RESIDENT),
                "may_spill" => (&mut bounds.may_spill, MAX_LOCAL),
                _ => {
                    let message = "expected `max_threads`, `min_blocks`, `may_spill` or `at`";
                    return Err(Error::new(key.span(), message));
                }
            };
            if slot.is_some() {
                return Err(Error::new(key.span(), format!("`{key}` is given twice")));
            }
            *slot = Some(in_range(&key, &value, most)?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        if bounds.min_blocks.is_some() && bounds.max_threads.is_none() {
            let message = "`min_blocks` needs `max_threads`: without it the compiler ignores it";
            return Err(Error::new(input.span(), message));
        }
        Ok(bounds)
    }
}

fn in_range(key: &Ident, value: &LitInt, most: u32) -> Result<u32> {
    match value.base10_parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(Error::new(value.span(), format!("`{key}` must be in 1..={most}"))),
    }
}

#[cfg(test)]
mod tests {
    use quote::format_ident;

    use super::{LaunchBounds, PlaceVariant};

    fn parse(text: &str) -> Result<LaunchBounds, String> {
        syn::parse_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn reads_all_in_any_order() {
        let none = LaunchBounds::default;
        assert_eq!(parse("max_threads = 256"), Ok(LaunchBounds { max_threads: Some(256), ..none() }));
        assert_eq!(parse("may_spill = 16"), Ok(LaunchBounds { may_spill: Some(16), ..none() }));
        let both = LaunchBounds { max_threads: Some(1024), min_blocks: Some(2), ..none() };
        assert_eq!(parse("min_blocks = 2, max_threads = 1024,"), Ok(both));
        assert_eq!(parse(""), Ok(none()));
    }

    #[test]
    fn reads_places() {
        let place =
            |name: &str, apart, may_spill| PlaceVariant { name: format_ident!("{name}"), apart, may_spill };
        let at = vec![place("Vertices", false, None), place("Edges", true, Some(16))];
        let bounds = LaunchBounds { may_spill: Some(8), at, ..LaunchBounds::default() };
        assert_eq!(parse("at(Vertices, Edges(apart, may_spill = 16)), may_spill = 8"), Ok(bounds));
        assert!(parse("at(Edges(max_threads = 32))").unwrap_err().starts_with("a place has a `may_spill`"));
        assert!(parse("at(Edges(alone))").unwrap_err().starts_with("expected `apart`"));
    }

    #[test]
    fn refuses_what_no_card_can_do() {
        assert_eq!(parse("max_threads = 1025").unwrap_err(), "`max_threads` must be in 1..=1024");
        assert_eq!(parse("max_threads = 0").unwrap_err(), "`max_threads` must be in 1..=1024");
        assert_eq!(parse("max_threads = 64, min_blocks = 33").unwrap_err(), "`min_blocks` must be in 1..=32");
        assert!(parse("min_blocks = 2").unwrap_err().starts_with("`min_blocks` needs `max_threads`"));
        assert!(parse("max_threads = 1, max_threads = 2").unwrap_err().contains("given twice"));
        assert!(parse("threads = 1").unwrap_err().starts_with("expected `max_threads`"));
    }
}
