// Two experiments at a time would disturb each other, and a test that counts the bytes of a thread needs the process for itself.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
