//! From a pattern and graph statistics to a plan.
