namespace PlayHouse.Lab.Load.Wire;

/// <summary>Scenarios of engine clients: authentication first, then client frames.</summary>
internal sealed class ClientWire(ReadOnlySpan<byte> requestId, ReadOnlySpan<byte> replyId, PayloadShape payload) : ScenarioWire
{
    /// <summary>Stage id of the first connection; each further one has the next, or the same in one room.</summary>
    public const long FirstStageId = 1000;

    private readonly byte[] _requestId = requestId.ToArray();
    private readonly byte[] _replyId = replyId.ToArray();

    public ReadOnlySpan<byte> RequestId => _requestId;

    public ReadOnlySpan<byte> ReplyId => _replyId;

    /// <summary>Requests carry no sequence number and are answered by pushes.</summary>
    public bool IsOneWay { get; init; }

    /// <summary>All connections are in one stage, and what they receive is what connection 0 sent.</summary>
    public bool IsOneRoom { get; init; }

    public PayloadShape Payload { get; } = payload;

    /// <summary>Most bytes of a right reply's payload.</summary>
    public int ReplyPayloadBytesMax { get; init; } = payload.Length;

    /// <summary>The stage of a connection.</summary>
    public long StageOf(int connection) => FirstStageId + AuthorOf(connection);

    /// <summary>The connection that sends what this one receives.</summary>
    public int AuthorOf(int connection) => IsOneRoom ? 0 : connection;

    public override OpeningExchange CreateOpening(int connection) => new ClientAuthentication(StageOf(connection));

    public override RequestWriter CreateWriter(int connection) => new ClientRequestWriter(this, connection);

    public override WireReader CreateReader(int connection) => new ClientReader(this, connection);

    /// <summary>Sequence number of the request with this index: 1 … 65535 and round again; 0 when one-way.</summary>
    public ushort SequenceOf(long index) => IsOneWay ? (ushort)0 : (ushort)(index % ushort.MaxValue + 1);
}
