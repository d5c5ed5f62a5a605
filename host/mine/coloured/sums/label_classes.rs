//! Coloured classes by the labels of vertices alone, each as one number: there may be millions.

use super::shapes::SumShape;
use crate::coloured::class::{ColouredClass, ColouredClasses};
use crate::coloured::colours::Joint;
use crate::lattice::Lattice;

/// The most vertices of a class.
const VERTICES: usize = 4;

/// A class: the place of the plain motif in the catalog, and then the labels of its vertices, the least that describe
/// the class. It is as large as in [`ColouredClass`].
pub(crate) type LabelClass = u64;

/// A plain motif, and the ways to lay its vertices on those of a graph.
#[derive(Debug)]
struct LaidMotif {
    place: usize,
    layings: Vec<[u8; VERTICES]>,
}

/// The classes of a size.
#[derive(Debug)]
pub(crate) struct LabelClasses {
    k: usize,
    /// Bits of a label.
    bits: u32,
    /// What joins two vertices.
    joint: Joint,
    /// For each kind of sums; none of those that are of other sizes.
    of_sums: [Option<LaidMotif>; SumShape::ALL.len()],
    /// By place of a motif, how many edges it has, and what is left without each of them, if that is connected.
    without: Vec<(usize, Vec<LaidMotif>)>,
}

impl LabelClasses {
    /// Those of graphs that are joined by `joint` alone, with labels of so many bits: four of them leave a place for
    /// the motif, or three.
    pub(in crate::coloured) fn new(classes: &ColouredClasses, bits: u32, joint: Joint) -> Self {
        let k = classes.vertices();
        let laid = |edges: &[(usize, usize)]| {
            let (place, layings) = classes.layings(edges)?;
            let laying = |laying: &Vec<usize>| {
                let mut of = [0; VERTICES];
                of.iter_mut().zip(laying).for_each(|(to, &v)| *to = v as u8);
                of
            };
            Some(LaidMotif { place: *place, layings: layings.iter().map(laying).collect() })
        };
        let without = |edges: &[(usize, usize)]| {
            let rest = |gone: &(usize, usize)| {
                laid(&edges.iter().copied().filter(|edge| edge != gone).collect::<Vec<_>>())
            };
            (edges.len(), edges.iter().filter_map(rest).collect())
        };
        LabelClasses {
            k,
            bits,
            joint,
            of_sums: SumShape::ALL.map(|shape| shape.edges(k).and_then(laid)),
            without: classes.shapes.iter().map(|shape| without(shape.pattern.edges())).collect(),
        }
    }

    /// How many vertices the graphs have.
    pub fn vertices(&self) -> usize {
        self.k
    }

    /// Labels as one number, after what is to stand before them.
    #[inline]
    pub fn packed(&self, first: usize, labels: &[u32]) -> u64 {
        labels.iter().fold(first as u64, |number, &label| number << self.bits | u64::from(label))
    }

    /// What [`packed`](Self::packed) was given.
    pub fn unpacked(&self, number: u64) -> (usize, [u32; VERTICES]) {
        let (mut labels, mut left) = ([0; VERTICES], number);
        for label in labels[..self.k].iter_mut().rev() {
            *label = (left & ((1 << self.bits) - 1)) as u32;
            left >>= self.bits;
        }
        (left as usize, labels)
    }

    /// The class of a graph of sums, by their kind and its labels, packed.
    ///
    /// # Panics
    /// If graphs of that kind are of another size.
    pub fn of_sum(&self, packed: u64) -> LabelClass {
        let (shape, labels) = self.unpacked(packed);
        let motif = self.of_sums[shape].as_ref().expect("sums are of this size");
        self.least(motif, &labels)
    }

    /// The place of the plain motif of a class.
    pub fn place(&self, class: LabelClass) -> usize {
        self.unpacked(class).0
    }

    /// How often each of a class is summed up.
    pub fn times(&self, class: LabelClass) -> u128 {
        let place = self.place(class);
        let of_place = |motif: &Option<LaidMotif>| motif.as_ref().is_some_and(|motif| motif.place == place);
        let shape = self.of_sums.iter().position(of_place).expect("there are sums of each motif");
        SumShape::ALL[shape].times()
    }

    /// The class, as others describe it.
    pub fn coloured(&self, class: LabelClass) -> ColouredClass {
        let (shape, labels) = self.unpacked(class);
        ColouredClass::alike(shape, &labels, self.without[shape].0, self.joint)
    }

    fn least(&self, motif: &LaidMotif, labels: &[u32; VERTICES]) -> LabelClass {
        let laid = |laying: &[u8; VERTICES]| {
            self.packed(motif.place, &laying.map(|v| labels[usize::from(v)])[..self.k])
        };
        motif.layings.iter().map(laid).min().expect("a motif lies on itself")
    }
}

impl Lattice for &LabelClasses {
    type Class = LabelClass;

    fn parts(&self, class: LabelClass) -> usize {
        self.without[self.place(class)].0
    }

    fn least_parts(&self) -> usize {
        self.k - 1
    }

    fn without_one(&mut self, class: LabelClass, left: impl FnMut(LabelClass)) {
        let (place, labels) = self.unpacked(class);
        self.without[place].1.iter().map(|motif| self.least(motif, &labels)).for_each(left);
    }
}
