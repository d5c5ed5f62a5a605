//! Which kernels count cliques of a size at vertices, and at edges.

use motherlode_device::Kernel;
use motherlode_device::kernels::pivots::at_places::{
    BeginCliquesAt, BeginCliquesWideAt, CountCliquesAt, CountCliquesWideAt, ResumeCliquesAt,
    ResumeCliquesWideAt,
};
use motherlode_device::kernels::pivots::local::LocalCliquesArgs;
use motherlode_device::kernels::pivots_128::{
    BeginCliques128At, BeginCliques128WideAt, ResumeCliques128At, ResumeCliques128WideAt,
};

use super::super::small_cliques::SmallCliquesAt;
use crate::at::{Edges, Vertices};

/// Places at which cliques are counted.
pub(crate) trait CliquesAt: SmallCliquesAt + CliqueKernels {
    /// The kernels for searches none of which takes long; those that share them, where there are no others.
    type Count: CliqueKernel;
    type CountWide: CliqueKernel;
}

/// The kernels that share searches that take long, and hand them over, by their places: all take the same.
pub(crate) trait CliqueKernels {
    type Begin: CliqueKernel;
    /// Goes on with what was handed over.
    type Resume: CliqueKernel;
    /// The same, where matrices do not stand in shared memory.
    type BeginWide: CliqueKernel;
    type ResumeWide: CliqueKernel;
    /// The same, in numbers of 128 bits.
    type Begin128: CliqueKernel;
    type Resume128: CliqueKernel;
    type Begin128Wide: CliqueKernel;
    type Resume128Wide: CliqueKernel;
    /// The family of those in 64 bits.
    const FAMILY: &'static str;
}

/// A kernel that counts cliques at places.
pub(crate) trait CliqueKernel: for<'a> Kernel<Args<'a> = LocalCliquesArgs<'a>> {}

impl<K: for<'a> Kernel<Args<'a> = LocalCliquesArgs<'a>>> CliqueKernel for K {}

impl<A> CliqueKernels for A
where
    BeginCliquesAt<A>: CliqueKernel,
    ResumeCliquesAt<A>: CliqueKernel,
    BeginCliquesWideAt<A>: CliqueKernel,
    ResumeCliquesWideAt<A>: CliqueKernel,
    BeginCliques128At<A>: CliqueKernel,
    ResumeCliques128At<A>: CliqueKernel,
    BeginCliques128WideAt<A>: CliqueKernel,
    ResumeCliques128WideAt<A>: CliqueKernel,
{
    type Begin = BeginCliquesAt<A>;
    type Resume = ResumeCliquesAt<A>;
    type BeginWide = BeginCliquesWideAt<A>;
    type ResumeWide = ResumeCliquesWideAt<A>;
    type Begin128 = BeginCliques128At<A>;
    type Resume128 = ResumeCliques128At<A>;
    type Begin128Wide = BeginCliques128WideAt<A>;
    type Resume128Wide = ResumeCliques128WideAt<A>;
    const FAMILY: &'static str = Self::Begin::FAMILY;
}

impl CliquesAt for Vertices {
    type Count = CountCliquesAt<Vertices>;
    type CountWide = CountCliquesWideAt<Vertices>;
}

impl CliquesAt for Edges {
    type Count = BeginCliquesAt<Edges>;
    type CountWide = BeginCliquesWideAt<Edges>;
}
