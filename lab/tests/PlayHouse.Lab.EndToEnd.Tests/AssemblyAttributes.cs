// Two experiments at a time would disturb each other.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
