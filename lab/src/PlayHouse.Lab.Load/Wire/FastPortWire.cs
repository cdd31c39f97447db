namespace PlayHouse.Lab.Load.Wire;

/// <summary>FastPort's echo. The frames are this load's own reading of the layout, not the library under test.</summary>
internal sealed class FastPortWire(PayloadShape payload) : ScenarioWire
{
    public override RequestWriter CreateWriter(int connection) => new FastPortRequestWriter(payload, connection);

    public override WireReader CreateReader(int connection) => new FastPortReader(payload, connection);
}
