//! What the values of a table are.

/// A number that stands in a table: in 64 bits, or in 128 where some need them.
pub trait TableValue: Copy + Send + Sync {
    /// It in 64 bits.
    ///
    /// # Panics
    /// If it does not fit.
    fn narrow(self) -> u64;

    /// It in 128 bits.
    fn wide(self) -> u128;

    /// Adds its decimal digits to a text.
    fn put(self, text: &mut Vec<u8>);
}

impl TableValue for u64 {
    #[inline]
    fn narrow(self) -> u64 {
        self
    }

    #[inline]
    fn wide(self) -> u128 {
        self.into()
    }

    #[inline]
    fn put(self, text: &mut Vec<u8>) {
        // Most counts at places are small.
        match self {
            0..10 => text.push(b'0' + self as u8),
            _ => text.extend_from_slice(itoa::Buffer::new().format(self).as_bytes()),
        }
    }
}

impl TableValue for u128 {
    #[inline]
    fn narrow(self) -> u64 {
        self.try_into().expect("a value that its column says to fit in 64 bits")
    }

    #[inline]
    fn wide(self) -> u128 {
        self
    }

    #[inline]
    fn put(self, text: &mut Vec<u8>) {
        text.extend_from_slice(itoa::Buffer::new().format(self).as_bytes());
    }
}
