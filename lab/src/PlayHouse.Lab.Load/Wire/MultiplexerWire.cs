namespace PlayHouse.Lab.Load.Wire;

/// <summary>Messages of the multiplexer, sent back as they came. The frames are this load's own reading of the layout, not the library under test.</summary>
internal sealed class MultiplexerWire(PayloadShape payload) : ScenarioWire
{
    public PayloadShape Payload { get; } = payload;

    public override RequestWriter CreateWriter(int connection) => new MultiplexerRequestWriter(Payload, connection);

    public override WireReader CreateReader(int connection) => new MultiplexerReader(Payload, connection);
}
