namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Tests that start something a machine does one at a time: a run, or a notebook, which waits for no run.</summary>
[CollectionDefinition(Name)]
public sealed class MeasuringCollection
{
    /// <summary>Name of the collection.</summary>
    public const string Name = "measuring";
}
