using System.Diagnostics;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Servers;

/// <summary>Runs one handler of an Api or system controller: its packet, its link, and what a failure does.</summary>
internal sealed class HandlerCall(ServerGateway gateway, Action<Exception> reportFailure)
{
    /// <summary>Answers a message that is not handled: an error reply for a request, a counter for the rest. Releases it.</summary>
    public void Refuse(in MeshMessage message, ushort errorCode)
    {
        if (message.Header.MsgSeq != 0)
        {
            gateway.ReplyError(message.Header, errorCode);
        }
        else
        {
            gateway.Counters.Count(EngineCounter.MeshDropped);
        }

        message.Release();
    }

    /// <summary>Calls <paramref name="handler"/> and releases the message when it has completed. Never throws.</summary>
    public async Task RunAsync(MeshMessage message, Func<IPacket, IApiLink, ValueTask> handler)
    {
        ApiLink link = new(gateway, message.Header);
        ObservedHandler observed = EngineTracing.IsListened ? Observe(message.Header) : default;
        ReceivedPacket packet = new();
        try
        {
            packet.Set(
                message.Header.MsgId,
                (ushort)(link.IsRequest ? 1 : 0),
                message.Header.StageId,
                message.Buffer?.Array ?? [],
                message.Offset,
                message.Length);
            await handler(packet, link);
        }
        catch (Exception exception)
        {
            gateway.Counters.Count(EngineCounter.HandlerFailures);
            reportFailure(exception);
            observed.Fail(exception);
            link.Fail(ErrorCodes.UncheckedContentsError);
        }
        finally
        {
            observed.End();
            packet.End();
            message.Release();
        }
    }

    private ObservedHandler Observe(in RouteHeader header)
    {
        // Only messages that have a handler come here: their ids are few.
        ObservedHandler observed = ObservedHandler.Begin(
            gateway.ServerId,
            header.IsSystem ? "@system" : "@api",
            "process " + header.MsgId,
            header.MsgSeq != 0 ? ActivityKind.Server : ActivityKind.Consumer,
            header.MsgId,
            header.Trace,
            TimeProvider.System);
        observed.Activity?.SetTag("playhouse.peer.id", header.From);
        return observed;
    }
}
