using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>Keeps what was logged, and for how long.</summary>
internal sealed class MemoryLog : ILoggerProvider, ILogger
{
    private readonly long _began = Environment.TickCount64;

    public ConcurrentQueue<(string Text, Exception? Exception)> Entries { get; } = new();

    public int Seconds => (int)((Environment.TickCount64 - _began) / 1000);

    public ILogger CreateLogger(string categoryName) => this;

    public void Dispose()
    {
    }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
        Entries.Enqueue((formatter(state, exception), exception));
}
