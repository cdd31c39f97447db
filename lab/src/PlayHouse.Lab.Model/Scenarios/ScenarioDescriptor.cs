using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Model.Scenarios;

/// <summary>A load pattern and the seams it executes.</summary>
public sealed record ScenarioDescriptor
{
    /// <summary>Kebab-case id used in experiment files.</summary>
    public required string Id { get; init; }

    /// <summary>One line for people.</summary>
    public required string Summary { get; init; }

    /// <summary>What one message of it is: the unit of every figure per message.</summary>
    public required string Message { get; init; }

    /// <summary>Counter of the target that counts its messages.</summary>
    public required string CountedBy { get; init; }

    /// <summary>Seams whose code runs for every message.</summary>
    public required IReadOnlyList<string> Seams { get; init; }

    /// <summary>Seams that run only under a strategy of another seam, which both arms must then have.</summary>
    public IReadOnlyList<ConditionalSeam> ConditionalSeams { get; init; } = [];

    /// <summary>Smallest payload that makes sense, bytes.</summary>
    public int PayloadBytesMin { get; init; }

    /// <summary>Largest payload that its frames carry, bytes.</summary>
    public int PayloadBytesMax { get; init; } = int.MaxValue;

    /// <summary>What the words of a load mean in it.</summary>
    public ScenarioLoad Load { get; init; } = new();

    /// <summary>True where one event of the server, a message handled or a step of a loop, makes a message for each connection.</summary>
    public bool IsFanOut { get; init; }

    /// <summary>What the target hosts: whose seams, presets and counters these are.</summary>
    public ScenarioSubject Subject { get; init; } = ScenarioSubject.Engine;

    /// <summary>True when a second engine takes part.</summary>
    public bool HasPeer { get; init; }

    /// <summary>False where a server acts without being asked, so that it is never at rest: two of them cannot take turns.</summary>
    public bool TakesTurns { get; init; } = true;

    /// <summary>Messages that one event of the server makes.</summary>
    public int MessagesPerEvent(LoadSpec load) => IsFanOut ? load.Connections : 1;

    /// <summary>True when the scenario runs this seam, whatever else it takes.</summary>
    public bool MayExecute(string seam) => Seams.Contains(seam) || ConditionalSeams.Any(c => c.Seam == seam);
}

/// <summary>What a scenario measures.</summary>
public enum ScenarioSubject
{
    /// <summary>The game-server engine.</summary>
    Engine,

    /// <summary>The multiplexer of seed 004.</summary>
    Multiplexer,

    /// <summary>The echo of seed 002.</summary>
    FastPort,
}

/// <summary>A seam that is executed only with a certain strategy of another.</summary>
/// <param name="Seam">The seam.</param>
/// <param name="NeedsSeam">The other seam.</param>
/// <param name="NeedsStrategy">The strategy it must have in both arms.</param>
public sealed record ConditionalSeam(string Seam, string NeedsSeam, string NeedsStrategy);
