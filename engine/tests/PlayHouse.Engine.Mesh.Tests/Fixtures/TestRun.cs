// Allocations are counted for the whole process and processes share two cores: one test at a time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
