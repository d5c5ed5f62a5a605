//! The vertices that are drawn together at the end of a walk.

use motherlode_device::combination::MAX_DRAWN;

/// The most classes.
const MAX_CLASSES: usize = 3;

/// How many vertices are drawn at the end of a walk, by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DrawnVertices {
    classes: [u8; MAX_CLASSES],
}

impl DrawnVertices {
    /// As many of each class; `None` if there are too many.
    pub fn of(sizes: &[u32]) -> Option<Self> {
        let fits =
            sizes.len() <= 1 || (sizes.len() <= MAX_CLASSES && sizes.iter().sum::<u32>() <= MAX_DRAWN as u32);
        let size = |class: usize| sizes.get(class).map_or(0, |&size| size as u8);
        fits.then(|| DrawnVertices { classes: std::array::from_fn(size) })
    }

    /// Those of one class.
    pub fn alike(vertices: usize) -> Self {
        let mut classes = [0; MAX_CLASSES];
        classes[0] = vertices as u8;
        DrawnVertices { classes }
    }

    /// How many vertices there are.
    pub fn vertices(self) -> usize {
        self.classes.iter().map(|&size| usize::from(size)).sum()
    }

    /// How many classes there are.
    pub fn classes(self) -> usize {
        self.classes.iter().filter(|&&size| size > 0).count()
    }

    /// The place of each class's first vertex among those that are drawn.
    pub fn starts(self) -> impl Iterator<Item = usize> {
        self.classes.into_iter().take(self.classes()).scan(0, |next, size| {
            let start = *next;
            *next += usize::from(size);
            Some(start)
        })
    }

    /// In how many orders the vertices of each class can be drawn.
    pub fn orders(self) -> u64 {
        self.classes.iter().map(|&size| (1..=u64::from(size)).product::<u64>()).product()
    }

    /// The class of each vertex.
    pub fn class_of_each(self) -> Vec<u32> {
        let repeated = |(class, &size): (usize, &u8)| std::iter::repeat_n(class as u32, size.into());
        self.classes.iter().enumerate().flat_map(repeated).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_by_class() {
        let drawn = DrawnVertices::of(&[2, 1, 1]).unwrap();
        assert_eq!((drawn.vertices(), drawn.classes(), drawn.orders()), (4, 3, 2));
        assert_eq!(drawn.starts().collect::<Vec<_>>(), [0, 2, 3]);
        assert_eq!(drawn.class_of_each(), [0, 0, 1, 2]);
        assert_eq!(DrawnVertices::of(&[7]), Some(DrawnVertices::alike(7)));
        assert_eq!((DrawnVertices::of(&[2, 3]), DrawnVertices::of(&[1, 1, 1, 1])), (None, None));
        assert_eq!(DrawnVertices::of(&[]).unwrap().vertices(), 0);
    }
}
