// Descriptors are counted over the whole process, so tests take turns.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
