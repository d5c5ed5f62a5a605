//! The attributes of `cuda_std`: [`macro@kernel`] and [`macro@externally_visible`].

mod bounds;
mod family;
mod kernel;
mod signature;
mod visible;

use proc_macro::TokenStream;

/// Makes a kernel of a generic function over the machine that runs it.
///
/// ```ignore
/// /// Counts things.
/// #[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
/// pub unsafe fn count_things<B: Block>(block: B, args: &CountThingsArgs<'_>) { /* … */ }
/// ```
///
/// writes
/// - the function itself, always inlined, whose documentation says that it asks for the promises of `Kernel::run`;
/// - a unit struct named after it (`CountThings`), which implements `crate::simt::Kernel`: the host launches by it;
/// - on the device only, the PTX entry point `count_things`, which takes a `CountThingsArgs` by value in parameter
///   memory and runs the body on `crate::simt::device::DeviceBlock`.
///
/// Kernels of one file or folder below `src/kernels` or `src/primitives`, or else below `src`, are a family: they are compiled to a PTX
/// module of their own, so that a host loads just what it launches. The trait's constant `FAMILY` names it.
///
/// A kernel that is the same at all places where counts land has a second type parameter, a name that ends with `_at`, and in the attribute the
/// types: with `at(Vertices, Edges(apart, may_spill = 16))`, `count_at` becomes `CountAt<Vertices>` and `CountAt<Edges>`, whose entry points are
/// `count_at_vertices` and `count_at_edges`. What is `apart` is in a family of its own, `count_at_edges` if the file is of `count`.
///
/// The function is unsafe: its caller promises what `Kernel::run` asks for, and its author that it follows the rules for
/// kernels (docs/machines.md), on which the collectives of a warp and a block rely.
///
/// The crate that uses it has a module `simt` with the trait `Kernel` and the device's block. The type of the
/// arguments is `#[repr(C)]` and `DeviceCopy`, with one lifetime or none.
///
/// `max_threads` bounds the threads of a block (`.maxntid`): the compiler may give each the registers that this
/// allows, and a launch of more fails. `min_blocks` asks for that many blocks on a multiprocessor at once
/// (`.minnctapersm`), for which the compiler may have to spill. `may_spill` says how many bytes of registers may be stored and loaded in all, by
/// what is measured: a check of the machine code (`cargo xtask ptxas`) allows no kernel to spill more, and none that does not say so.
#[proc_macro_attribute]
pub fn kernel(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let family = family::of(&proc_macro::Span::call_site().file());
    kernel::expand(attribute.into(), item.into(), &family)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Keeps a `static` in the PTX under its own name, where the host finds it by `cuModuleGetGlobal`.
#[proc_macro_attribute]
pub fn externally_visible(attribute: TokenStream, item: TokenStream) -> TokenStream {
    visible::expand(attribute.into(), item.into()).unwrap_or_else(syn::Error::into_compile_error).into()
}
