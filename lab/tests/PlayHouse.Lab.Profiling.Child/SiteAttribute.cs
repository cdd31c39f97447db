using System.Runtime.CompilerServices;

namespace PlayHouse.Lab.Profiling.Child;

/// <summary>States what the method on this line allocates per call.</summary>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class SiteAttribute(string type, int bytes, string? name = null, int below = 0, [CallerLineNumber] int line = 0) : Attribute
{
    /// <summary>Type as the runtime names it in events.</summary>
    public string Type { get; } = type;

    /// <summary>Bytes per call; 0 when the runtime decides and the measured size is taken.</summary>
    public int Bytes { get; } = bytes;

    /// <summary>Name of the call site below the type; null for the method itself.</summary>
    public string? Name { get; } = name;

    /// <summary>Line of the allocation, <c>below</c> lines under the attribute.</summary>
    public int Line { get; } = line + below;
}
