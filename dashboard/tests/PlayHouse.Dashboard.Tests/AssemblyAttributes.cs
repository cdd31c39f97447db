// Each of these tests has processes of its own: side by side they would only wait for each other.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
