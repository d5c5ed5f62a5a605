//! The functions of floats that `core` lacks, for kernels (and crates such as `gpu_rand`) that have no `std`.
//!
//! They are `libm`'s, so a kernel computes the same bits on every card and on the host; only the square root, which
//! IEEE 754 defines exactly, is the hardware's on the device.

macro_rules! gpu_float {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty),*) -> $result:ty = $f32:ident / $f64:ident;)*) => {
        /// The functions of `f32` and `f64` that `core` lacks, under the names that they have in `std`.
        pub trait GpuFloat: Copy + PartialOrd + sealed::Sealed {
            $($(#[$doc])* fn $name(self $(, $argument: $kind)*) -> $result;)*

            /// `self` to the power `n`.
            fn powf(self, n: Self) -> Self;
            /// The fractional part, with the sign of `self`.
            fn fract(self) -> Self;
            /// The logarithm to `base`.
            fn log(self, base: Self) -> Self;
            /// The square root, correctly rounded; NaN below zero.
            fn sqrt(self) -> Self;
            /// Sine and cosine, in radians.
            fn sin_cos(self) -> (Self, Self);
        }
        gpu_float!(@impl f32: {$($name($($argument: $kind),*) -> $result = $f32;)*} powf = powf, sqrt = sqrtf, sin_cos = sincosf);
        gpu_float!(@impl f64: {$($name($($argument: $kind),*) -> $result = $f64;)*} powf = pow, sqrt = sqrt, sin_cos = sincos);
    };
    (@impl $float:ident:
        {$($name:ident($($argument:ident: $kind:ty),*) -> $result:ty = $function:ident;)*}
        powf = $powf:ident, sqrt = $sqrt:ident, sin_cos = $sincos:ident) => {
        impl GpuFloat for $float {
            $(#[inline]
            fn $name(self $(, $argument: $kind)*) -> $result {
                libm::$function(self $(, $argument)*)
            })*
            #[inline]
            fn powf(self, n: Self) -> Self {
                libm::$powf(self, n)
            }
            #[inline]
            fn fract(self) -> Self {
                self - GpuFloat::trunc(self)
            }
            #[inline]
            fn log(self, base: Self) -> Self {
                GpuFloat::ln(self) / GpuFloat::ln(base)
            }
            #[inline]
            fn sqrt(self) -> Self {
                square_root::$sqrt(self)
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                libm::$sincos(self)
            }
        }
    };
}

gpu_float! {
    /// The largest integer that is not greater.
    fn floor() -> Self = floorf / floor;
    /// The smallest integer that is not smaller.
    fn ceil() -> Self = ceilf / ceil;
    /// The nearest integer; halves go away from zero.
    fn round() -> Self = roundf / round;
    /// The integer part.
    fn trunc() -> Self = truncf / trunc;
    /// The magnitude.
    fn abs() -> Self = fabsf / fabs;
    /// The magnitude of `self` with the sign of `sign`.
    fn copysign(sign: Self) -> Self = copysignf / copysign;
    /// `self * a + b` with one rounding.
    fn mul_add(a: Self, b: Self) -> Self = fmaf / fma;
    /// e to the power `self`.
    fn exp() -> Self = expf / exp;
    /// 2 to the power `self`.
    fn exp2() -> Self = exp2f / exp2;
    /// `exp(self) - 1`, accurate near zero.
    fn exp_m1() -> Self = expm1f / expm1;
    /// The natural logarithm.
    fn ln() -> Self = logf / log;
    /// `ln(1 + self)`, accurate near zero.
    fn ln_1p() -> Self = log1pf / log1p;
    /// The logarithm to base 2.
    fn log2() -> Self = log2f / log2;
    /// The logarithm to base 10.
    fn log10() -> Self = log10f / log10;
    /// The cube root.
    fn cbrt() -> Self = cbrtf / cbrt;
    /// The length of the hypotenuse over the legs `self` and `other`.
    fn hypot(other: Self) -> Self = hypotf / hypot;
    /// The sine, in radians.
    fn sin() -> Self = sinf / sin;
    /// The cosine, in radians.
    fn cos() -> Self = cosf / cos;
    /// The tangent, in radians.
    fn tan() -> Self = tanf / tan;
    /// The arcsine; NaN outside [-1, 1].
    fn asin() -> Self = asinf / asin;
    /// The arccosine; NaN outside [-1, 1].
    fn acos() -> Self = acosf / acos;
    /// The arctangent.
    fn atan() -> Self = atanf / atan;
    /// The angle of the point (`other`, `self`), in (-pi, pi].
    fn atan2(other: Self) -> Self = atan2f / atan2;
    /// The hyperbolic sine.
    fn sinh() -> Self = sinhf / sinh;
    /// The hyperbolic cosine.
    fn cosh() -> Self = coshf / cosh;
    /// The hyperbolic tangent.
    fn tanh() -> Self = tanhf / tanh;
    /// The inverse hyperbolic sine.
    fn asinh() -> Self = asinhf / asinh;
    /// The inverse hyperbolic cosine.
    fn acosh() -> Self = acoshf / acosh;
    /// The inverse hyperbolic tangent.
    fn atanh() -> Self = atanhf / atanh;
}

#[cfg(not(target_os = "cuda"))]
mod square_root {
    pub(super) use libm::{sqrt, sqrtf};
}

#[cfg(target_os = "cuda")]
mod square_root {
    mod llvm {
        unsafe extern "C" {
            #[link_name = "llvm.sqrt.f32"]
            pub(super) fn sqrtf(x: f32) -> f32;
            #[link_name = "llvm.sqrt.f64"]
            pub(super) fn sqrt(x: f64) -> f64;
        }
    }

    #[inline(always)]
    pub(super) fn sqrtf(x: f32) -> f32 {
        // SAFETY: a pure function, defined for every float.
        unsafe { llvm::sqrtf(x) }
    }

    #[inline(always)]
    pub(super) fn sqrt(x: f64) -> f64 {
        // SAFETY: a pure function, defined for every float.
        unsafe { llvm::sqrt(x) }
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

#[cfg(test)]
mod tests {
    use super::GpuFloat;

    /// A Box-Muller pair from known uniforms, computed by hand with 20 digits.
    #[test]
    fn normal_from_uniforms() {
        let (u1, u2) = (0.25_f64, 0.125_f64);
        let radius = GpuFloat::sqrt(-2.0 * GpuFloat::ln(u1));
        let normal = radius * GpuFloat::cos(core::f64::consts::TAU * u2);
        assert!((radius - 1.665_109_222_315_395_5).abs() < 1e-15);
        assert!((normal - 1.177_410_022_515_474_7).abs() < 1e-15);
        let narrow = GpuFloat::sqrt(-2.0 * GpuFloat::ln(u1 as f32));
        assert!((f64::from(narrow) - radius).abs() < 1e-6);
    }

    #[test]
    fn arguments_keep_their_order() {
        assert_eq!(GpuFloat::atan2(0.0_f64, -1.0), core::f64::consts::PI);
        assert_eq!(GpuFloat::mul_add(2.0_f32, 3.0, 4.0), 10.0);
        assert_eq!(GpuFloat::powf(2.0_f64, 10.0), 1024.0);
        assert_eq!(GpuFloat::copysign(2.0_f64, -3.0), -2.0);
        assert_eq!(GpuFloat::log(8.0_f64, 2.0), 3.0);
        assert_eq!(GpuFloat::fract(-2.75_f32), -0.75);
    }
}
