using PlayHouse.Lab.Profiling.Reading;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Files that are not whole, made from a real one.</summary>
[Collection(CapturedRuns.Name)]
public sealed class TraceReaderTests(CapturedRuns runs, ITestOutputHelper output)
{
    [Theory]
    [InlineData(0.0001)]
    [InlineData(0.01)]
    [InlineData(0.3)]
    [InlineData(0.7)]
    [InlineData(0.999)]
    public void Read_CutFile_IsRefusedWithThePlace(double share)
    {
        byte[] whole = File.ReadAllBytes(runs.Plain.Capture.Path);
        TraceFormatException error = Refused(whole[..(int)(whole.Length * share)]);
        output.WriteLine(error.Message);

        Assert.Contains("byte", error.Message, StringComparison.Ordinal);
        Assert.Contains("repeat the diagnostic launch", error.Message, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(Path.GetDirectoryName(runs.Plain.Capture.Path)!, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_OneByteMissing_IsRefused()
    {
        byte[] whole = File.ReadAllBytes(runs.Plain.Capture.Path);

        Assert.Contains("end mark", Refused(whole[..^1]).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_DataAfterTheEnd_IsRefused()
        => Assert.Contains("follow the end mark", Refused([.. File.ReadAllBytes(runs.Plain.Capture.Path), 1]).Message, StringComparison.Ordinal);

    [Fact]
    public void Read_EmptyFile_IsRefused() => Assert.Contains("empty", Refused([]).Message, StringComparison.Ordinal);

    [Fact]
    public void Read_Garbage_IsRefused()
    {
        byte[] garbage = new byte[100_000];
        new Random(7).NextBytes(garbage);

        Assert.Contains("does not begin as a nettrace file", Refused(garbage).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_BlockLengthDamaged_IsRefused()
    {
        byte[] damaged = File.ReadAllBytes(runs.Plain.Capture.Path);
        int at = damaged.AsSpan().IndexOf("MetadataBlock"u8) + "MetadataBlock".Length + 1;
        BitConverter.TryWriteBytes(damaged.AsSpan(at), int.MaxValue);
        Assert.Contains("should follow", Refused(damaged).Message, StringComparison.Ordinal);

        BitConverter.TryWriteBytes(damaged.AsSpan(at), -1);
        Assert.Contains("negative length", Refused(damaged).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_MissingFile_IsRefused()
        => Assert.Contains("no trace file", Assert.Throws<TraceFormatException>(() => AllocationTraceReader.Read(runs.Scratch("none.nettrace"))).Message, StringComparison.Ordinal);

    [Fact]
    public void Read_FileAboveTheLimit_IsRefused()
        => Assert.Contains("more than", Assert.Throws<TraceFormatException>(() => AllocationTraceReader.Read(runs.Plain.Capture.Path, 1000, 1000, 1000, CancellationToken.None)).Message, StringComparison.Ordinal);

    [Fact]
    public void Read_MoreSamplesThanTheLimit_IsRefused()
        => Assert.Contains("more than 1000 samples", Assert.Throws<TraceFormatException>(
            () => AllocationTraceReader.Read(runs.Plain.Capture.Path, long.MaxValue, 1000, 10_000, CancellationToken.None)).Message, StringComparison.Ordinal);

    [Fact]
    public void Read_Cancelled_GivesUp()
        => Assert.Throws<OperationCanceledException>(
            () => AllocationTraceReader.Read(runs.Plain.Capture.Path, new CancellationToken(canceled: true)));

    [Fact]
    public void Read_AnythingDamaged_IsRefusedOrConsistent()
    {
        const int Seed = 4711;
        const int Trials = 40;
        byte[] whole = File.ReadAllBytes(runs.Plain.Capture.Path);
        var random = new Random(Seed);
        string path = runs.Scratch("fuzz.nettrace");
        int refused = 0;
        for (int trial = 0; trial < Trials; trial++)
        {
            byte[] damaged = (byte[])whole.Clone();
            for (int i = 0; i < 1 << (trial % 8); i++)
                damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            File.WriteAllBytes(path, damaged);
            try
            {
                AllocationTrace trace = AllocationTraceReader.Read(path);
                WindowSamples window = trace.Cut(long.MinValue, long.MaxValue);
                Assert.Equal(trace.Samples, window.Total.Samples);
            }
            catch (TraceFormatException)
            {
                refused++;
            }
        }
        output.WriteLine($"seed {Seed}: {refused} of {Trials} refused");
        Assert.InRange(refused, 1, Trials - 1);
    }

    private TraceFormatException Refused(byte[] content)
    {
        string path = runs.Scratch($"{Guid.NewGuid():N}.nettrace");
        File.WriteAllBytes(path, content);
        return Assert.Throws<TraceFormatException>(() => AllocationTraceReader.Read(path));
    }
}
