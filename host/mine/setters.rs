//! What sets the options of a job, one after the other.

/// For each field a function that gives back the options with another value, which is called as the field is.
macro_rules! setters {
    ($options:ident: $($(#[$about:meta])+ $field:ident: $value:ty,)+) => {
        impl $options {
            $(
                $(#[$about])+
                #[must_use]
                pub fn $field(self, $field: $value) -> Self {
                    $options { $field, ..self }
                }
            )+
        }
    };
}

/// The same for `matching`, and for each of its two parts.
macro_rules! matching_setters {
    ($options:ident) => {
        impl $options {
            /// With what a match is.
            #[must_use]
            pub fn matching(self, matching: impl Into<$crate::plan::Matching>) -> Self {
                $options { matching: matching.into(), ..self }
            }

            /// With whether absent edges of the pattern must be absent in the graph.
            #[must_use]
            pub fn induced(self, induced: $crate::plan::Induced) -> Self {
                let matching = $crate::plan::Matching { induced, ..self.matching };
                self.matching(matching)
            }

            /// With what of the matches counts: subgraphs, embeddings or homomorphisms.
            #[must_use]
            pub fn semantics(self, semantics: $crate::plan::Semantics) -> Self {
                let matching = $crate::plan::Matching { semantics, ..self.matching };
                self.matching(matching)
            }
        }
    };
}
