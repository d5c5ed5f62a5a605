; What rustc cannot express: a symbol in the address space of shared memory.
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; The dynamic shared memory of the block that runs.
@__cuda_std_dynamic_shared_memory = external addrspace(3) global [0 x i8], align 16

define ptr @__cuda_std_dynamic_shared() alwaysinline {
  ret ptr addrspacecast (ptr addrspace(3) @__cuda_std_dynamic_shared_memory to ptr)
}
