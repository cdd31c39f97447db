using System.Text.Json;
using System.Text.Json.Serialization;

namespace PlayHouse.Lab.Model.Experiments;

/// <summary>How launches are laid out.</summary>
public enum DesignKind
{
    /// <summary>Both arms are alive at once and one load takes turns at them, saturated and paced; a pair takes the place of a block.</summary>
    Pairs,

    /// <summary>Four launches one after the other make a block. For what needs a machine of its own: rooms that push by themselves, storms, closed loops, hops.</summary>
    Sequential,

    /// <summary>As <see cref="Sequential"/>; each launch searches the highest rate that meets <see cref="DesignSpec.Slo"/>.</summary>
    Capacity,
}

/// <summary>Where the processes run.</summary>
public enum CpuLayout
{
    /// <summary>Target and load share all processors; the load runs above the target where the system allows it, never below.</summary>
    Shared,

    /// <summary>Target on the first processor, load on the others.</summary>
    Split,
}

/// <summary>How a run is laid out in blocks of launches, or in pairs.</summary>
public sealed record DesignSpec
{
    /// <summary>Numbers of pairs at which a verdict is looked at: more of them would call one of twenty runs better by chance.</summary>
    public static IReadOnlyList<int> PairLooks { get; } = [6, 9, 12, 20, 40];

    /// <summary>Numbers of blocks at which a verdict is looked at.</summary>
    public static IReadOnlyList<int> BlockLooks { get; } = [6, 9, 12, 16, 20, 24];

    /// <summary>Pairs, sequential or capacity.</summary>
    [JsonConverter(typeof(DesignKindConverter))]
    public DesignKind Kind { get; init; }

    /// <summary>True where both arms are alive at once and one load takes turns at them.</summary>
    public bool TakesTurns() => Kind != DesignKind.Sequential;

    /// <summary>Fixed number of blocks or pairs with one look; null means the looks of the kind.</summary>
    public int? Blocks { get; init; }

    /// <summary>Placement of the processes; part of a run's identity, never compared across.</summary>
    public CpuLayout Layout { get; init; } = CpuLayout.Shared;

    /// <summary>Seconds of load before the first mark; null means <c>auto</c>.</summary>
    public double? WarmupSeconds { get; init; }

    /// <summary>Seconds between the two marks; null means the kind's own length.</summary>
    public double? WindowSeconds { get; init; }

    /// <summary>What a rate must meet to count as sustained; null outside <see cref="DesignKind.Capacity"/>.</summary>
    public SloSpec? Slo { get; init; }

    /// <summary>True runs the baseline against its twin in place of the candidate.</summary>
    public bool Aa { get; init; }

    /// <summary>One diagnostic launch per arm for every so many blocks, at least two; 0 for none.</summary>
    public int ProfileEveryBlocks { get; init; } = 4;
}

/// <summary>When the runtime optimises the target's code.</summary>
public enum CompilationMode
{
    /// <summary>
    /// As the runtime does by itself: quickly first, optimised in the background when code proves hot. The compiler then works for tens of
    /// seconds. Also what every recorded run had from before there was a choice.
    /// </summary>
    Runtime,

    /// <summary>
    /// Every method is optimised when it is first called, those of the framework too, so that the compiler rests once everything has
    /// been called; without a profile of the running program (decision 0018).
    /// </summary>
    AtOnce,
}

/// <summary>Service level objective: what a rate must meet to count as sustained.</summary>
public sealed record SloSpec
{
    /// <summary>Largest 99th percentile of latency, milliseconds from the due time.</summary>
    public double P99Ms { get; init; } = 5;

    /// <summary>Largest share of due messages that are not sent or not answered, 0 … 1.</summary>
    public double SkippedShare { get; init; } = 0.001;
}

/// <summary>Which of two ways a runtime has to run the target.</summary>
public enum EnvironmentKind
{
    /// <summary>Compiled at once, idle threads sleep: quiet, and what is added to a message is found at its size.</summary>
    Steady,

    /// <summary>As programs are run: compiled in tiers by what the process does, idle threads spin before they sleep.</summary>
    Deployed,
}

/// <summary>Runtime settings of the target, the same in both arms.</summary>
public sealed record EnvironmentSpec
{
    /// <summary>What an experiment has whose file says nothing (decisions 0018 and 0029).</summary>
    public static EnvironmentSpec Usual { get; } = new EnvironmentSpec().In(EnvironmentKind.Steady);

    /// <summary>Server garbage collector.</summary>
    public bool GcServer { get; init; }

    /// <summary>Background garbage collection.</summary>
    public bool GcConcurrent { get; init; } = true;

    /// <summary>Dynamic profile-guided optimisation.</summary>
    public bool TieredPgo { get; init; } = true;

    /// <summary>When code is optimised.</summary>
    public CompilationMode Compilation { get; init; } = CompilationMode.Runtime;

    /// <summary>
    /// Idle threads of the runtime's pool spin before they sleep, as the runtime has it and every recorded run had before there was a choice.
    /// The spinning costs the more, the less there is to do, so that it hides work that an arm adds (decision 0029).
    /// </summary>
    public bool PoolSpin { get; init; } = true;

    /// <summary>The settings of an environment; the collector stays as it is.</summary>
    public EnvironmentSpec In(EnvironmentKind kind) => kind == EnvironmentKind.Steady
        ? this with { Compilation = CompilationMode.AtOnce, PoolSpin = false }
        : this with { Compilation = CompilationMode.Runtime, TieredPgo = true, PoolSpin = true };

    /// <summary>The environment that these settings are; null where they mix two.</summary>
    public EnvironmentKind? Kind() => this switch
    {
        { Compilation: CompilationMode.AtOnce, PoolSpin: false } => EnvironmentKind.Steady,
        { Compilation: CompilationMode.Runtime, TieredPgo: true, PoolSpin: true } => EnvironmentKind.Deployed,
        _ => null,
    };
}

/// <summary>Reads the words of older builds too: their short and full designs were blocks of four launches.</summary>
internal sealed class DesignKindConverter : JsonConverter<DesignKind>
{
    /// <inheritdoc/>
    public override DesignKind Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString() switch
    {
        "pairs" => DesignKind.Pairs,
        "sequential" or "short" or "full" => DesignKind.Sequential,
        "capacity" => DesignKind.Capacity,
        var word => throw new JsonException($"There is no design '{word}'."),
    };

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, DesignKind value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.WriteStringValue(LabJson.Word(value));
    }
}
