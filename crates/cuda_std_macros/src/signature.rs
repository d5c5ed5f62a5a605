//! What a kernel's signature must be, and errors that point at the part that is not.

use syn::visit_mut::{self, VisitMut};
use syn::{Error, FnArg, GenericParam, Ident, ItemFn, Lifetime, Result, ReturnType, Type, TypeParam};

/// The parts of `unsafe fn name<B: Block>(block: B, args: &Args<'_>)` that the expansion needs.
pub(crate) struct Signature {
    /// The type behind the reference, with `'a` for every lifetime of the function.
    pub(crate) args: Type,
}

const SHAPE: &str = "a kernel is `unsafe fn name<B: Block>(block: B, args: &Args<'_>)`";

fn wrong<T>(at: impl quote::ToTokens, what: &str) -> Result<T> {
    Err(Error::new_spanned(at, format!("{what}: {SHAPE}")))
}

/// Checks `function`, and takes it apart. `is_at`: it has a second type parameter, which tells where counts land.
pub(crate) fn check(function: &ItemFn, is_at: bool) -> Result<Signature> {
    let signature = &function.sig;
    if signature.unsafety.is_none() {
        return wrong(signature.fn_token, "a kernel is unsafe to call, as it trusts its arguments");
    }
    if let Some(token) = signature.asyncness {
        return wrong(token, "a kernel cannot be async");
    }
    if let Some(token) = signature.constness {
        return wrong(token, "a kernel cannot be const");
    }
    if let Some(abi) = &signature.abi {
        return wrong(abi, "the entry point's ABI is written by the attribute");
    }
    if let Some(dots) = &signature.variadic {
        return wrong(dots, "a kernel takes a block and one reference");
    }
    if let ReturnType::Type(_, returned) = &signature.output {
        return wrong(returned, "a kernel returns nothing");
    }
    let machine = machine(function, is_at)?;
    let mut inputs = signature.inputs.iter();
    let (Some(block), Some(args), None) = (inputs.next(), inputs.next(), inputs.next()) else {
        return wrong(&signature.inputs, "a kernel takes a block and one reference");
    };
    if !matches!(block, FnArg::Typed(typed) if is(&typed.ty, &machine.ident)) {
        return wrong(block, &format!("the first argument must be of type `{}`", machine.ident));
    }
    let FnArg::Typed(typed) = args else {
        return wrong(args, "a kernel is a free function");
    };
    let Type::Reference(reference) = &*typed.ty else {
        return wrong(&typed.ty, "the second argument must be a reference");
    };
    if let Some(token) = reference.mutability {
        return wrong(token, "the arguments cannot be changed, as all threads share them");
    }
    let mut args = (*reference.elem).clone();
    OneLifetime.visit_type_mut(&mut args);
    Ok(Signature { args })
}

/// The one type parameter, or the first of two: the machine's block.
fn machine(function: &ItemFn, is_at: bool) -> Result<&TypeParam> {
    let generics = &function.sig.generics;
    let mut machine = None;
    let types = generics.type_params().count();
    if is_at && (types != 2 || !function.sig.ident.to_string().ends_with("_at")) {
        let what = "a kernel `at` places is called `…_at`, and generic over them after the block";
        return wrong(&function.sig.ident, what);
    }
    for parameter in &generics.params {
        match parameter {
            GenericParam::Lifetime(_) => {}
            GenericParam::Const(constant) => {
                return wrong(constant, "a kernel has no constant parameters: one entry point stands for it");
            }
            GenericParam::Type(_) if machine.is_some() && is_at => {}
            GenericParam::Type(extra) if machine.is_some() => {
                return wrong(extra, "a kernel is generic over the block only");
            }
            GenericParam::Type(parameter) => machine = Some(parameter),
        }
    }
    match machine {
        Some(parameter) if parameter.bounds.is_empty() && generics.where_clause.is_none() => {
            wrong(parameter, "the type parameter must be bound by `Block`")
        }
        Some(parameter) => Ok(parameter),
        None => wrong(&function.sig.ident, "a kernel is generic over the block that runs it"),
    }
}

fn is(kind: &Type, name: &Ident) -> bool {
    matches!(kind, Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

/// Names every lifetime but `'static` `'a`, the parameter of `Kernel::Args`.
struct OneLifetime;

impl VisitMut for OneLifetime {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident != "static" {
            *lifetime = Lifetime::new("'a", lifetime.span());
        }
        visit_mut::visit_lifetime_mut(self, lifetime);
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    fn check(text: &str) -> Result<String, String> {
        let function = syn::parse_str(text).expect("a function");
        let is_at = text.contains("_at<");
        super::check(&function, is_at)
            .map(|signature| signature.args.to_token_stream().to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn takes_the_arguments_apart() {
        assert_eq!(check("unsafe fn f<B: Block>(block: B, args: &Args<'_>) {}").unwrap(), "Args < 'a >");
        assert_eq!(check("unsafe fn f<'g, M: Block>(_: M, x: &m::X<'g>) {}").unwrap(), "m :: X < 'a >");
        assert_eq!(
            check("unsafe fn f_at<B: Block, A: At>(b: B, args: &Args<'_>) {}").unwrap(),
            "Args < 'a >"
        );
        assert_eq!(check("unsafe fn f<B>(block: B, args: &Plain) where B: Block {}").unwrap(), "Plain");
        assert_eq!(
            check("unsafe fn f<B: Block>(block: B, args: &Args<'static>) {}").unwrap(),
            "Args < 'static >"
        );
    }

    #[test]
    fn says_what_is_wrong() {
        let cases = [
            ("unsafe fn f(block: u32, args: &Args) {}", "a kernel is generic over the block that runs it"),
            ("unsafe fn f<B>(block: B, args: &Args) {}", "the type parameter must be bound by `Block`"),
            (
                "unsafe fn f<B: Block, T: Copy>(block: B, args: &Args) {}",
                "a kernel is generic over the block only",
            ),
            ("unsafe fn f_at<B: Block>(block: B, args: &Args) {}", "a kernel `at` places is called"),
            ("unsafe fn f<B: Block, const N: usize>(block: B, args: &Args) {}", "a kernel has no constant"),
            ("unsafe fn f<B: Block>(block: B) {}", "a kernel takes a block and one reference"),
            ("unsafe fn f<B: Block>(block: B, a: &A, b: &A) {}", "a kernel takes a block and one reference"),
            ("unsafe fn f<B: Block>(args: &Args, block: B) {}", "the first argument must be of type `B`"),
            ("unsafe fn f<B: Block>(block: B, args: Args) {}", "the second argument must be a reference"),
            ("unsafe fn f<B: Block>(block: B, args: &mut Args) {}", "the arguments cannot be changed"),
            ("unsafe fn f<B: Block>(block: B, args: &Args) -> u32 { 0 }", "a kernel returns nothing"),
            ("fn f<B: Block>(block: B, args: &Args) {}", "a kernel is unsafe to call"),
        ];
        for (text, message) in cases {
            let error = check(text).expect_err(text);
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
