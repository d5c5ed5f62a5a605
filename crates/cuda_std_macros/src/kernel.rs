//! What `#[kernel]` writes.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Ident, ItemFn, Result, Type, parse_quote_spanned};

use crate::bounds::LaunchBounds;
use crate::signature;

pub(crate) fn expand(attribute: TokenStream, item: TokenStream, family: &str) -> Result<TokenStream> {
    let bounds: LaunchBounds = syn::parse2(attribute)?;
    let mut function: ItemFn = syn::parse2(item)?;
    let args = signature::check(&function, !bounds.at.is_empty())?.args;
    let docs: Vec<Attribute> =
        function.attrs.iter().filter(|attribute| attribute.path().is_ident("doc")).cloned().collect();
    let kernel = camel_case(&function.sig.ident);
    function.attrs.extend(safety(&docs, function.sig.ident.span()));
    let (name, visibility) = (&function.sig.ident, &function.vis);
    let (parameters, entries) = match &bounds.at[..] {
        [] => {
            let entry = Entry { kernel: quote!(#kernel), call: quote!(#name), of: name.to_string(), family };
            (quote!(), entry.expand(&args, &bounds))
        }
        places => {
            let entries = places.iter().map(|place| {
                let (at, word) = (&place.name, place.name.to_string().to_lowercase());
                let entry = Entry {
                    kernel: quote!(#kernel<#at>),
                    call: quote!(#name::<B, #at>),
                    of: format!("{name}_{word}"),
                    family: &if place.apart { format!("{family}_at_{word}") } else { family.to_owned() },
                };
                let may_spill = place.may_spill.or(bounds.may_spill);
                entry.expand(&args, &LaunchBounds { may_spill, ..bounds.clone() })
            });
            (quote!(<A>(::core::marker::PhantomData<A>)), entries.collect())
        }
    };
    Ok(quote! {
        #[inline(always)]
        #function

        #(#docs)*
        #[derive(Clone, Copy, Debug)]
        #visibility struct #kernel #parameters;

        #entries
    })
}

/// An entry point.
struct Entry<'a> {
    /// The type that stands for it.
    kernel: TokenStream,
    /// Its body.
    call: TokenStream,
    /// Its name.
    of: String,
    family: &'a str,
}

impl Entry<'_> {
    fn expand(&self, args: &Type, bounds: &LaunchBounds) -> TokenStream {
        let Entry { kernel, call, of: entry, family } = self;
        let marker = marker(entry, family, bounds);
        quote! {
            // SAFETY: the entry point below is the body; that it follows the rules for kernels is what its author promised by
            // writing an `unsafe fn`.
            unsafe impl crate::simt::Kernel for #kernel {
                type Args<'a> = #args;
                const NAME: &'static str = #entry;
                const FAMILY: &'static str = #family;
                #[inline(always)]
                unsafe fn run<B: crate::simt::Block>(block: B, args: &Self::Args<'_>) {
                    // SAFETY: the caller's promises are those that the body asks for.
                    unsafe { #call(block, args) }
                }
                crate::simt::machines_on_host! {}
            }
            crate::simt::register_on_host! { #kernel }

            #[cfg(target_os = "cuda")]
            const _: () = {
                // By reference, which cuda_builder turns into a parameter by value: see docs/kernel-abi.md.
                #[unsafe(export_name = #entry)]
                extern "ptx-kernel" fn entry(args: &<#kernel as crate::simt::Kernel>::Args<'_>) {
                    // SAFETY: whoever launches a kernel makes the promises of `Kernel::run`, and the host launches
                    // one-dimensional grids of blocks of whole warps.
                    unsafe {
                        let block = crate::simt::device::DeviceBlock::current();
                        <#kernel as crate::simt::Kernel>::run(block, args)
                    }
                }
                #[unsafe(export_name = #marker)]
                static MARKER: u8 = 0;
            };
        }
    }
}

/// The section on safety for the body's documentation, unless it has one.
///
/// At a place in the crate, as clippy passes over what an attribute writes.
fn safety(docs: &[Attribute], place: Span) -> Vec<Attribute> {
    let has_one = docs.iter().any(|doc| doc.to_token_stream().to_string().contains("# Safety"));
    if has_one {
        return Vec::new();
    }
    let lines = ["", " # Safety", " The promises of [`Kernel::run`](crate::simt::Kernel::run)."];
    lines.map(|line| parse_quote_spanned!(place=> #[doc = #line])).into()
}

/// The name of a symbol that tells `cuda_builder` of the entry point; it does not reach the PTX.
fn marker(entry: &str, family: &str, bounds: &LaunchBounds) -> String {
    let max_threads = bounds.max_threads.map(|threads| format!(" maxntid={threads}"));
    let min_blocks = bounds.min_blocks.map(|blocks| format!(" minctasm={blocks}"));
    let (max_threads, min_blocks) = (max_threads.unwrap_or_default(), min_blocks.unwrap_or_default());
    let may_spill = bounds.may_spill.map_or_else(String::new, |bytes| format!(" mayspill={bytes}"));
    format!("cuda_std kernel {entry} family={family}{max_threads}{min_blocks}{may_spill}")
}

/// `count_things` becomes `CountThings`.
fn camel_case(name: &Ident) -> Ident {
    let name_text = name.to_string();
    let words = name_text.trim_start_matches("r#").split('_').filter(|word| !word.is_empty());
    let camel: String = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
    format_ident!("{camel}", span = name.span())
}

#[cfg(test)]
mod tests {
    use super::{LaunchBounds, camel_case, expand, marker};
    use quote::{format_ident, quote};

    #[test]
    fn names() {
        assert_eq!(camel_case(&format_ident!("count_things")), "CountThings");
        assert_eq!(camel_case(&format_ident!("fill")), "Fill");
        assert_eq!(camel_case(&format_ident!("cycle_4")), "Cycle4");
        assert_eq!(marker("fill", "fill", &LaunchBounds::default()), "cuda_std kernel fill family=fill");
        let bounds = LaunchBounds {
            max_threads: Some(256),
            min_blocks: Some(2),
            may_spill: Some(16),
            ..LaunchBounds::default()
        };
        assert_eq!(
            marker("walk", "count", &bounds),
            "cuda_std kernel walk family=count maxntid=256 minctasm=2 mayspill=16"
        );
    }

    #[test]
    fn the_struct_has_the_docs_and_the_visibility() {
        let item = quote! {
            /// Counts.
            pub(crate) unsafe fn count_all<B: Block>(block: B, args: &CountArgs<'_>) {}
        };
        let text = expand(quote!(), item, "count").expect("a kernel").to_string();
        let documented = quote!(
            #[doc = r" Counts."]
            #[derive(Clone, Copy, Debug)]
            pub(crate) struct CountAll;
        )
        .to_string();
        assert!(text.contains(&documented), "{text}");
        assert!(
            text.contains(
                &quote!(
                    type Args<'a> = CountArgs<'a>;
                )
                .to_string()
            ),
            "{text}"
        );
    }

    #[test]
    fn a_kernel_at_places_is_one_for_each() {
        let item = quote! {
            pub unsafe fn count_at<B: Block, A: Places>(block: B, args: &CountArgs<'_>) {}
        };
        let attribute = quote!(may_spill = 8, at(Vertices, Edges(apart, may_spill = 16)));
        let text = expand(attribute, item, "count").expect("a kernel").to_string();
        for part in [
            quote!(
                pub struct CountAt<A>(::core::marker::PhantomData<A>);
            ),
            quote!(unsafe impl crate::simt::Kernel for CountAt<Edges>),
            quote!(unsafe { count_at::<B, Edges>(block, args) }),
            quote!("cuda_std kernel count_at_vertices family=count mayspill=8"),
            quote!("cuda_std kernel count_at_edges family=count_at_edges mayspill=16"),
        ] {
            assert!(text.contains(&part.to_string()), "{part}: {text}");
        }
    }
}
