using System.Globalization;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Reading;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Allocations;

/// <summary>Bytes per message of every strategy and preset, counted on one thread of a process that does nothing else.</summary>
internal static class AllocationProbe
{
    private const int ReceiveBytes = 64 * 1024;
    private const int BytesPerRun = 16 * 1024 * 1024;
    private const int Runs = 3;
    private const int OperationsMax = 5_000;
    private static readonly (string Name, int Bytes)[] Sizes = [("64 B", 64), ("1 KB", 1024), ("64 KB", 64 * 1024), ("1 MB", 1024 * 1024)];

    public static void PrintAll(TextWriter output)
    {
        foreach (SeamDescriptor seam in MultiplexerCatalog.Seams)
        {
            foreach (StrategyDescriptor strategy in seam.Strategies)
            {
                StrategySelection selection = StrategySelection.Default.With(seam.Id, strategy.Id);
                Print(output, seam.Id, strategy.Id, selection, isWriter: seam.Id != "mux-receive", isReader: seam.Id == "mux-receive");
            }
        }

        foreach (StrategyPreset preset in MultiplexerCatalog.Presets)
        {
            Print(output, "preset", preset.Id, preset.Selection, isWriter: true, isReader: true);
        }
    }

    private static void Print(TextWriter output, string seam, string id, StrategySelection selection, bool isWriter, bool isReader)
    {
        foreach ((string name, int bytes) in Sizes)
        {
            int operations = Math.Min(OperationsMax, BytesPerRun / bytes);
            if (isWriter)
            {
                Line($"send a {name} message", Send(selection, bytes, operations));
            }

            if (isReader)
            {
                Line($"receive a {name} message of the same design", Receive(selection, bytes, operations));
            }
        }

        void Line(string operation, double bytes) => output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{seam}\t{id}\t{operation}\t{bytes:R}"));
    }

    private static double Send(StrategySelection selection, int bytes, int operations)
    {
        MultiplexerConnection connection = MultiplexerConnection.Connect(new DiscardingStream(), selection, MultiplexerLimits.Default);
        byte[] body = new byte[bytes];
        return Measure(operations, () => Require(connection.SendAsync(body).AsTask().IsCompletedSuccessfully));
    }

    private static double Receive(StrategySelection selection, int bytes, int operations)
    {
        DiscardingStream written = new() { IsKept = true };
        MultiplexerConnection sender = MultiplexerConnection.Connect(written, selection, MultiplexerLimits.Default);
        Require(sender.SendAsync(new byte[bytes]).AsTask().IsCompletedSuccessfully);
        byte[] stream = [.. written.Kept];
        MultiplexerCounters counters = new();
        ReadyQueue ready = new(MultiplexerLimits.Default, counters);
        MessageReader reader = MultiplexerComposer.Reader(MultiplexerCatalog.Resolve(selection), MultiplexerLimits.Default, ready, counters);
        return Measure(operations, () =>
        {
            for (int at = 0; at < stream.Length; at += ReceiveBytes)
            {
                Require(reader.Consume(stream.AsSpan(at, Math.Min(ReceiveBytes, stream.Length - at))) == MultiplexerFailure.None);
            }

            Require(ready.TryTake(out MultiplexedMessage message) && message.Length == bytes);
            message.Dispose();
        });
    }

    private static double Measure(int operations, Action operation)
    {
        Repeat(operation, Math.Max(10, operations / 10));
        double least = double.MaxValue;
        for (int run = 0; run < Runs; run++)
        {
            // A collection drops the rest of the piece of memory that a thread allocates from, which counts as allocated:
            // garbage of an earlier operation must not be paid for by this one, and the least of several runs is what it costs.
            GC.Collect();
            long before = GC.GetAllocatedBytesForCurrentThread();
            Repeat(operation, operations);
            least = Math.Min(least, (GC.GetAllocatedBytesForCurrentThread() - before) / (double)operations);
        }

        return least;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Repeat(Action operation, int times)
    {
        for (int i = 0; i < times; i++)
        {
            operation();
        }
    }

    private static void Require(bool holds)
    {
        if (!holds)
        {
            throw new InvalidOperationException("The operation under measurement did not do its work.");
        }
    }
}
