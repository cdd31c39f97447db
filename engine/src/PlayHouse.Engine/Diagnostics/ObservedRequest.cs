using System.Diagnostics;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>One request to another server while something listens. Ends once.</summary>
internal readonly struct ObservedRequest
{
    private readonly Activity? _activity;
    private readonly TimeProvider? _time;
    private readonly long _began;
    private readonly string _ownId;

    private ObservedRequest(Activity? activity, TimeProvider? time, string ownId)
    {
        _activity = activity;
        _time = time;
        _began = time?.GetTimestamp() ?? 0;
        _ownId = ownId;
    }

    /// <summary>Begins the observation and makes the span ambient, which the caller takes back.</summary>
    public static ObservedRequest Begin(string ownId, string serverId, in RouteHeader header, TimeProvider time) => new(
        EngineTracing.IsOn ? EngineTracing.StartSend(ActivityKind.Client, ownId, serverId, header) : null,
        EngineHistograms.RequestDuration.Enabled ? time : null,
        ownId);

    /// <summary>Ends the observation with the request.</summary>
    public async ValueTask<ServerReply> AwaitAsync(ValueTask<ServerReply> request)
    {
        try
        {
            ServerReply reply = await request.ConfigureAwait(false);
            End("reply");
            return reply;
        }
        catch (Exception exception)
        {
            Fail(exception);
            throw;
        }
    }

    /// <summary>Ends the observation of a request that failed.</summary>
    public void Fail(Exception exception)
    {
        string outcome = exception is ServerRequestException failure ? OutcomeOf(failure.ErrorCode) : "error";
        _activity?.Fail(outcome, exception.Message);
        End(outcome);
    }

    private static string OutcomeOf(ushort errorCode) => errorCode switch
    {
        ErrorCodes.RequestTimeout => "timeout",
        ErrorCodes.ServerNotFound => "unreachable",
        ErrorCodes.ServerBusy => "busy",
        _ => "error",
    };

    private void End(string outcome)
    {
        if (_time is not null)
        {
            EngineHistograms.RequestDuration.Record(
                _time.GetElapsedTime(_began).TotalSeconds,
                new KeyValuePair<string, object?>("server.id", _ownId),
                new KeyValuePair<string, object?>("outcome", outcome));
        }

        _activity?.Dispose();
    }
}
