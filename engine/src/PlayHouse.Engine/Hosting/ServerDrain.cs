using System.Text;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// Lets stages finish, then empties a server that no longer accepts anything. A third of the stop time-out belongs to running handlers and
/// a second one to bytes on their way; then connections are cut, which leaves the last third to the stages.
/// </summary>
internal static class ServerDrain
{
    /// <summary>
    /// Tells the stages and completes when the last of them has ended by itself, or when the drain time is over. By the clock of the
    /// options.
    /// </summary>
    public static async Task FinishStagesAsync(EngineContext engine)
    {
        TimeSpan time = engine.Limits.DrainTimeout;
        Stage[] stages = [.. engine.Stages.All];
        foreach (Stage stage in stages)
        {
            stage.PostAction(new DrainAction(stage, time));
        }

        if (time == TimeSpan.Zero)
        {
            return;
        }

        try
        {
            await Task.WhenAll(stages.Select(s => s.Ended)).WaitAsync(time, engine.Clock.Provider);
        }
        catch (TimeoutException)
        {
            engine.Counters.Count(EngineCounter.DrainUnfinished, stages.Count(s => !s.Ended.IsCompleted));
        }
    }

    /// <summary>Completes when no session is left, or none that would end.</summary>
    public static async Task RunAsync(EngineContext engine, string? noticeMessageId)
    {
        TimeSpan third = engine.Limits.StopTimeout / 3;
        byte[] notice = Encoding.UTF8.GetBytes(noticeMessageId ?? "");
        foreach (Session session in engine.Sessions.All)
        {
            if (notice.Length > 0)
            {
                session.SendNotice(notice);
            }

            session.StopReading();
        }

        using (CancellationTokenSource handlersDeadline = new(third))
        {
            // An authentication under way replies after its join, which stands before the marker only once it is posted.
            await PlayServer.WithinAsync(Task.WhenAll(engine.Sessions.All.Select(s => s.Authentication)), handlersDeadline.Token);
            await PlayServer.WithinAsync(Task.WhenAll(engine.Stages.All.Select(ReachMarkerAsync)), handlersDeadline.Token);
        }

        foreach (Session session in engine.Sessions.All)
        {
            session.CloseAfterSending(CloseReason.ServerStopping);
        }

        Task empty = engine.Sessions.WhenEmptyAsync();
        using (CancellationTokenSource bytesDeadline = new(third))
        {
            await PlayServer.WithinAsync(empty, bytesDeadline.Token);
        }

        foreach (Session session in engine.Sessions.All)
        {
            session.Abort();
        }

        // What an abort leaves ends at once, unless an authentication of the game's hangs: that one is counted.
        using CancellationTokenSource rest = new(third / 2);
        await PlayServer.WithinAsync(empty, rest.Token);
    }

    private static Task ReachMarkerAsync(Stage stage)
    {
        // A stage takes its messages in order and one at a time: behind the marker everything taken so far has been handled.
        MarkerAction marker = new();
        stage.PostAction(marker);
        return marker.Reached;
    }
}
