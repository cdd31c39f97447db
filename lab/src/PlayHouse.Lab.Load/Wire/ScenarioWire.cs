using PlayHouse.Engine.Client;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>What one scenario says on the wire: how a connection begins, what a request looks like, how a reply is read. Any thread.</summary>
internal abstract class ScenarioWire
{
    /// <summary>What comes before the first request of a connection; null where nothing does.</summary>
    public virtual OpeningExchange? CreateOpening(int connection) => null;

    /// <summary>Writes the requests of this connection.</summary>
    public abstract RequestWriter CreateWriter(int connection);

    /// <summary>Reads what this connection receives.</summary>
    public abstract WireReader CreateReader(int connection);

    /// <summary>The wire of a scenario; null when this load does not know it.</summary>
    public static ScenarioWire? Find(string scenario, int payloadBytes, ulong seed, bool stampsTime = false) => scenario switch
    {
        ScenarioCatalog.Echo or ScenarioCatalog.LargePayload => new ClientWire("EchoRequest"u8, "EchoReply"u8, PayloadShape.Raw(payloadBytes, seed, stampsTime)),
        ScenarioCatalog.ProtoEcho => new ClientWire("LabEchoRequest"u8, "LabEchoReply"u8, PayloadShape.Proto(payloadBytes, seed, stampsTime)),
        ScenarioCatalog.Send => new ClientWire("SendRequest"u8, "SendReply"u8, PayloadShape.Raw(payloadBytes, seed, stampsTime)) { IsOneWay = true },
        ScenarioCatalog.ServerRequest => new ClientWire("RelayRequest"u8, "RelayReply"u8, PayloadShape.Raw(payloadBytes, seed, stampsTime)),
        ScenarioCatalog.ServerSend => new ClientWire("RelaySend"u8, "RelayPush"u8, PayloadShape.Raw(payloadBytes, seed, stampsTime)) { IsOneWay = true },
        // A heartbeat has neither a sequence number nor a payload: only that one is outstanding says what a reply answers.
        ScenarioCatalog.IdleSessions => new ClientWire(ClientFrame.HeartbeatMsgId, ClientFrame.HeartbeatMsgId, PayloadShape.Raw(0, seed)) { IsOneWay = true },
        ScenarioCatalog.RoomBroadcast => new ClientWire("BroadcastRequest"u8, "BroadcastNotify"u8, PayloadShape.Raw(payloadBytes, seed)) { IsOneWay = true, IsOneRoom = true },
        ScenarioCatalog.RoomTick => new ClientWire([], StatePayload.MessageId, PayloadShape.Raw(0, seed))
        {
            IsOneWay = true,
            IsOneRoom = true,
            ReplyPayloadBytesMax = StatePayload.BytesMax(payloadBytes),
        },
        ScenarioCatalog.MuxPipe or ScenarioCatalog.MuxTcp => new MultiplexerWire(PayloadShape.Raw(payloadBytes, seed)),
        ScenarioCatalog.FastPortEcho => new FastPortWire(PayloadShape.Raw(payloadBytes, seed)),
        ScenarioCatalog.ConnectStorm => new ClientWire([], [], PayloadShape.Raw(0, seed)),
        _ => null,
    };
}
