using System.Diagnostics;
using Google.Protobuf;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Servers;

/// <summary>
/// The way out to other servers: checks, encodes and hands to the mesh. Any thread; allocates nothing for a one-way message.
/// </summary>
internal sealed class ServerGateway(
    IMesh mesh, BufferPool pool, EngineCounters counters, Action<Exception> report, TimeProvider? time = null)
{
    /// <summary>
    /// Service id of messages to an Api server that was named itself. It keeps them apart from messages to a stage, which have none.
    /// </summary>
    public const uint AnyService = uint.MaxValue;

    private const int StackBytesMax = 512;

    public string ServerId => mesh.ServerId;

    public EngineCounters Counters => counters;

    /// <summary>Chooses a server of a service; a failure is counted.</summary>
    public bool TrySelect(int serviceId, ServerSelection selection, out string serverId)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(serviceId);
        if (mesh.TrySelect(serviceId, selection, out serverId))
        {
            return true;
        }

        counters.Count(EngineCounter.MeshUnreachable);
        return false;
    }

    public SendResult Send(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
    {
        Check(serverId, header.MsgId);
        return EngineTracing.IsOn && IsTraced(header) ? SendTraced(serverId, header, payload) : mesh.Send(serverId, header, payload);
    }

    /// <summary>Sends a protobuf message one way, under its type's name.</summary>
    public SendResult Send(string serverId, in RouteHeader header, IMessage message)
    {
        ArgumentNullException.ThrowIfNull(message);
        int bytes = message.CalculateSize();
        RouteHeader named = header with { MsgId = message.Descriptor.Name };
        if (bytes <= StackBytesMax)
        {
            Span<byte> payload = stackalloc byte[StackBytesMax];
            message.WriteTo(payload[..bytes]);
            return Send(serverId, named, payload[..bytes]);
        }

        PooledBuffer buffer = pool.Rent(bytes);
        try
        {
            message.WriteTo(buffer.Array.AsSpan(0, bytes));
            return Send(serverId, named, buffer.Array.AsSpan(0, bytes));
        }
        finally
        {
            buffer.Release();
        }
    }

    public ValueTask<ServerReply> RequestAsync(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
    {
        Check(serverId, header.MsgId);
        return EngineTracing.IsOn || EngineHistograms.RequestDuration.Enabled
            ? ObserveRequestAsync(serverId, header, payload)
            : mesh.RequestAsync(serverId, header, payload);
    }

    /// <summary>Asks with a protobuf message, under its type's name.</summary>
    public ValueTask<ServerReply> RequestAsync(string serverId, in RouteHeader header, IMessage message)
    {
        ArgumentNullException.ThrowIfNull(message);
        int bytes = message.CalculateSize();
        PooledBuffer buffer = pool.Rent(bytes);
        try
        {
            message.WriteTo(buffer.Array.AsSpan(0, bytes));
            return RequestAsync(serverId, header with { MsgId = message.Descriptor.Name }, buffer.Array.AsSpan(0, bytes));
        }
        finally
        {
            buffer.Release();
        }
    }

    /// <summary>Answers a request with an error code. Never throws: it is called where an exception has nowhere to go.</summary>
    public void ReplyError(in RouteHeader request, ushort errorCode)
    {
        try
        {
            mesh.Send(request.From, ReplyTo(request) with { MsgId = request.MsgId, ErrorCode = errorCode }, default);
        }
        catch (Exception exception)
        {
            counters.Count(EngineCounter.EngineFaults);
            report(exception);
        }
    }

    /// <summary>Header of a reply, its message id left to the caller.</summary>
    public static RouteHeader ReplyTo(in RouteHeader request) =>
        new("", MsgSeq: request.MsgSeq, StageId: request.StageId, Sid: request.Sid, IsReply: true, IsSystem: request.IsSystem);

    /// <summary>A reply belongs to the span of its request, and what a client gets has no handler on a server.</summary>
    private static bool IsTraced(in RouteHeader header) => !header.IsReply && (header.Sid == 0 || header.ServiceId != 0 || header.IsSystem);

    private SendResult SendTraced(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
    {
        using Activity? activity = EngineTracing.StartSend(ActivityKind.Producer, ServerId, serverId, header);
        SendResult result = mesh.Send(serverId, header with { Trace = TraceContext.OfCurrent() }, payload);
        if (result != SendResult.Accepted)
        {
            activity?.Fail(result == SendResult.RefusedFull ? "busy" : "unreachable", "The message was not taken.");
        }

        return result;
    }

    private ValueTask<ServerReply> ObserveRequestAsync(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
    {
        Activity? before = Activity.Current;
        ObservedRequest observed = ObservedRequest.Begin(ServerId, serverId, header, time ?? TimeProvider.System);
        try
        {
            byte[]? trace = EngineTracing.IsOn ? TraceContext.OfCurrent() : null;
            return observed.AwaitAsync(mesh.RequestAsync(serverId, header with { Trace = trace }, payload));
        }
        catch (Exception exception)
        {
            observed.Fail(exception);
            throw;
        }
        finally
        {
            // The caller's next message is not part of this request.
            Activity.Current = before;
        }
    }

    private static void Check(string serverId, string msgId)
    {
        ArgumentException.ThrowIfNullOrEmpty(serverId);
        MessageIdRules.Check(msgId);
    }
}
