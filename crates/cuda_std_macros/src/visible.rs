//! What `#[externally_visible]` writes.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, ItemStatic, Result};

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if !attribute.is_empty() {
        return Err(Error::new_spanned(attribute, "`externally_visible` takes no argument"));
    }
    let item: ItemStatic = syn::parse2(item)?;
    let name = item.ident.to_string();
    let marker = format!("cuda_std global {name}");
    Ok(quote! {
        #[cfg_attr(target_os = "cuda", unsafe(export_name = #name))]
        #item

        #[cfg(target_os = "cuda")]
        const _: () = {
            #[unsafe(export_name = #marker)]
            static MARKER: u8 = 0;
        };
    })
}
