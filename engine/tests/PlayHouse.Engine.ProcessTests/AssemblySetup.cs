// Descriptors, memory and system calls are counted over whole processes: tests take turns.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
