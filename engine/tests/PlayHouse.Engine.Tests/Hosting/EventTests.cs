using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using PlayHouse.Engine.Hosting.Tests.Fixtures;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>The event source, seen by a listener as a tracing tool is one.</summary>
public sealed class EventTests
{
    [Fact]
    public async Task EventSource_WithAListener_TellsTheLifeOfAServer()
    {
        using Listener listener = new(EventLevel.Verbose);
        RoomServer server = await RoomServer.StartAsync("traced", limits: new EngineLimits { StagesMax = 1 });
        string endPoint = server.Server.TcpEndPoint.ToString();
        IStageLink room = await server.RoomAsync(1);
        RawClient client = await server.JoinAsync(1, "ann");
        long session = BitConverter.ToInt64((await client.RequestAsync("Who", 2)).Payload);
        await client.RequestAsync("StageReply", 3);
        await server.Server.CreateStageAsync("Room", 2);
        await server.Server.CreateStageAsync("Room", 3);
        await server.DisposeAsync();
        await client.DisposeAsync();

        Assert.Contains($"ServerStarted traced {endPoint}", listener.Events);
        Assert.Contains("ServerDraining traced", listener.Events);
        Assert.Contains("ServerStopped traced 0", listener.Events);
        Assert.Contains($"SessionClosed traced {session} server-stopping", listener.Events);
        Assert.Contains(listener.Events, e => e.StartsWith("HandlerFailed traced System.InvalidOperationException A reply of a stage", StringComparison.Ordinal));
        // The second refusal falls into the same period.
        Assert.Single(listener.Events, e => e.StartsWith("LimitReached traced stages.refused", StringComparison.Ordinal));
        Assert.Equal("traced", room.ServerId);
    }

    [Fact]
    public async Task EventSource_WithAListenerForWarnings_LeavesSessionsOut()
    {
        using Listener listener = new(EventLevel.Warning);
        await using RoomServer server = await RoomServer.StartAsync("quiet");
        await using RawClient client = await server.JoinAsync(1, "ann");
        await client.RequestAsync("StageReply", 2);
        await server.DisposeAsync();

        Assert.Contains(listener.Events, e => e.StartsWith("HandlerFailed quiet ", StringComparison.Ordinal));
        Assert.DoesNotContain(listener.Events, e => e.StartsWith("SessionClosed quiet", StringComparison.Ordinal) || e.EndsWith(" quiet", StringComparison.Ordinal));
    }

    /// <summary>The source may exist already or come into being with the first server.</summary>
    private sealed class Listener(EventLevel level) : EventListener
    {
        private readonly ConcurrentQueue<string> _events = new();

        public IReadOnlyCollection<string> Events => _events;

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "PlayHouse-Engine")
            {
                EnableEvents(eventSource, level);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventSource.Name == "PlayHouse-Engine")
            {
                _events.Enqueue($"{eventData.EventName} {string.Join(' ', eventData.Payload ?? new([]))}");
            }
        }
    }
}
