using PlayHouse.Engine.Mesh;

namespace PlayHouse.Lab.Target.Hosts;

/// <summary>The two servers of a scenario; the other one is known once the runner has said where it listens. Any thread.</summary>
internal sealed class LabDirectory : IServerDirectory
{
    private volatile ServerEntry? _other;

    /// <summary>Makes the other server known.</summary>
    public void Add(ServerEntry other) => _other = other;

    /// <inheritdoc/>
    public ValueTask<IReadOnlyList<ServerEntry>> ExchangeAsync(ServerEntry own, CancellationToken cancellation) =>
        new(_other is { } other ? [own, other] : [own]);
}
