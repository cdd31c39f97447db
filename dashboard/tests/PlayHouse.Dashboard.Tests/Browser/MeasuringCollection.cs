namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Tests that start something a machine does one at a time: a run, or a notebook, which waits for no run.</summary>
[CollectionDefinition(Name)]
public sealed class MeasuringCollection
{
    /// <summary>Name of the collection.</summary>
    public const string Name = "measuring";

    /// <summary>Trait by which <c>./test</c> keeps them apart from other projects that measure.</summary>
    public const string Machine = "Machine";

    /// <summary>Value of the trait: not while another test measures.</summary>
    public const string Exclusive = "exclusive";
}
