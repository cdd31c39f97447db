using System.IO.Pipelines;

namespace PlayHouse.Engine.Benchmarks.Multiplexer;

/// <summary>Two ends of a byte stream in memory that holds a writer back when its reader is slow. The ends own the pipes.</summary>
internal sealed class InMemoryDuplex
{
    private const int PauseBytes = 256 * 1024;
    private readonly Pipe _there = new(Options());
    private readonly Pipe _back = new(Options());

    public InMemoryDuplex()
    {
        Near = (_back.Reader.AsStream(), _there.Writer.AsStream());
        Far = (_there.Reader.AsStream(), _back.Writer.AsStream());
    }

    public (Stream Input, Stream Output) Near { get; }

    public (Stream Input, Stream Output) Far { get; }

    /// <summary>What waits continues in the call that gives it its bytes: a change of threads would hide the strategies.</summary>
    private static PipeOptions Options() => new(
        readerScheduler: PipeScheduler.Inline,
        writerScheduler: PipeScheduler.Inline,
        pauseWriterThreshold: PauseBytes,
        resumeWriterThreshold: PauseBytes / 2,
        useSynchronizationContext: false);
}
