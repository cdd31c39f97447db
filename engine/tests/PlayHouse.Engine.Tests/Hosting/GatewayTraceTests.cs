using System.Diagnostics;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Hosting.Tests.Fixtures;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Servers;
using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>Which messages carry a span, and what that costs when nothing listens. Alone: allocation is counted, and a listener hears every server.</summary>
[Collection(nameof(Alone))]
public sealed class GatewayTraceTests
{
    private readonly KeptMesh _mesh = new();
    private readonly ServerGateway _gateway;

    public GatewayTraceTests() => _gateway = new ServerGateway(_mesh, new BufferPool(0), new EngineCounters(), _ => { });

    [Fact]
    public void Message_WithoutAListener_CarriesNothingAndAllocatesNothing()
    {
        using Activity ambient = new Activity("game").SetIdFormat(ActivityIdFormat.W3C).Start();
        RouteHeader header = new("Note", StageId: 5);
        long before = 0;
        for (int i = 0; i < 110_000; i++)
        {
            before = i == 10_000 ? GC.GetAllocatedBytesForCurrentThread() : before;
            _gateway.Send("b", header, default(ReadOnlySpan<byte>));
            _ = _gateway.RequestAsync("b", header, default(ReadOnlySpan<byte>)).IsCompleted;
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        Assert.Null(_mesh.Last.Trace);
    }

    [Fact]
    public async Task Message_WithAListener_CarriesItsSpan_ExceptRepliesAndPushes()
    {
        using SpanLog spans = new();
        using Activity ambient = new Activity("game").SetIdFormat(ActivityIdFormat.W3C).Start();
        ApiLink link = new(_gateway, new RouteHeader("Ask", MsgSeq: 1, From: "b"));

        link.SendToStage("b", 5, "Note", default);
        Assert.Equal(Assert.Single(spans.Ended).Context, AsLocal(_mesh.Last.Trace));
        await link.RequestToApiAsync("b", "Ask", default);
        Assert.Equal(spans.Ended[1].Context, AsLocal(_mesh.Last.Trace));
        Assert.Same(ambient, Activity.Current);
        Assert.All(spans.Ended, s => Assert.Equal(ambient.SpanId, s.ParentSpanId));
        link.SendToClient("b", 9, "Push", default);
        Assert.Null(_mesh.Last.Trace);
        link.Reply("Answer", default);
        Assert.Null(_mesh.Last.Trace);
        Assert.Equal(2, spans.Ended.Count);
    }

    [Fact]
    public void Request_ThatCannotBeSent_EndsItsSpan()
    {
        using SpanLog spans = new();
        _mesh.Failure = new ArgumentException("too large");

        Assert.Throws<ArgumentException>(() => { _ = _gateway.RequestAsync("b", new RouteHeader("Ask", StageId: 5), default(ReadOnlySpan<byte>)); });

        Assert.Equal(ActivityStatusCode.Error, Assert.Single(spans.Ended).Status);
        Assert.Null(Activity.Current);
    }

    private static ActivityContext AsLocal(byte[]? trace)
    {
        ActivityContext context = TraceContext.Decode(trace);
        return new ActivityContext(context.TraceId, context.SpanId, context.TraceFlags);
    }

    /// <summary>Keeps the last header.</summary>
    private sealed class KeptMesh : IMesh
    {
        private readonly ServerReply _reply = new("Answer", Array.Empty<byte>());

        public RouteHeader Last { get; private set; }

        public Exception? Failure { get; set; }

        public void AnnounceDraining()
        {
        }

        public string ServerId => "a";

        public SendResult Send(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
        {
            Last = header;
            return SendResult.Accepted;
        }

        public ValueTask<ServerReply> RequestAsync(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
        {
            Last = header;
            return Failure is null ? new ValueTask<ServerReply>(_reply) : throw Failure;
        }

        public bool TrySelect(int serviceId, ServerSelection selection, out string serverId)
        {
            serverId = "";
            return false;
        }

        public ValueTask DisposeAsync() => default;
    }
}
