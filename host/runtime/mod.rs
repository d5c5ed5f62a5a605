//! Devices (CPU, CUDA): buffers, launches, memory budget.
