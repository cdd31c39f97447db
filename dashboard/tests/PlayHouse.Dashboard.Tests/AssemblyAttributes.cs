// Each of these tests has processes of its own. Two at a time: what one waits for, the other uses.
[assembly: CollectionBehavior(MaxParallelThreads = 2)]
