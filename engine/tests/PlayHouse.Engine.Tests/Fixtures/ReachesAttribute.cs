namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>Names the limits and close reasons that a test reaches. Collected by reflection: one that no test names fails.</summary>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class ReachesAttribute(params string[] names) : Attribute
{
    public IReadOnlyList<string> Names { get; } = names;
}
