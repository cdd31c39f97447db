using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Runner.Doctor;
using PlayHouse.Lab.Runner.Noise;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Tests.Noise;

public sealed class NoiseFileTests : IDisposable
{
    private readonly LabWorkspace _workspace = new(Directory.CreateTempSubdirectory("playhouse-noise-").FullName);

    public void Dispose() => Directory.Delete(_workspace.Root, recursive: true);

    [Fact]
    public void Write_ThenRead_IsTheSameRecord()
    {
        NoiseRecord record = Record(MachineIdentity.Now());

        NoiseFile.Write(_workspace, record);

        NoiseRecord read = NoiseFile.Read(_workspace)!;
        Assert.Equal((record.MeasuredAt, record.Load, record.Pairs), (read.MeasuredAt, read.Load, read.Pairs));
        Assert.Equal(record.Metrics, read.Metrics);
    }

    [Fact]
    public void Read_OfAnotherMachine_IsNothing()
    {
        NoiseFile.Write(_workspace, Record(new Dictionary<string, string>(MachineIdentity.Now()) { [FingerprintKeys.ProcessorCount] = "4711" }));

        Assert.Null(NoiseFile.Read(_workspace));
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("{\"version\": 1}")]
    [InlineData("null")]
    public void Read_AFileThatIsNone_IsNothing(string text)
    {
        Directory.CreateDirectory(_workspace.Data);
        File.WriteAllText(NoiseFile.PathIn(_workspace), text);

        Assert.Null(NoiseFile.Read(_workspace));
    }

    [Fact]
    public void Read_NoFile_IsNothing() => Assert.Null(NoiseFile.Read(_workspace));

    private static NoiseRecord Record(IReadOnlyDictionary<string, string> machine) => new()
    {
        MeasuredAt = DateTimeOffset.UnixEpoch.AddDays(20_000), Scenario = "c2s-echo", Load = new LoadSpec { RatePerSecond = 5_000 }, Layout = CpuLayout.Shared,
        Pairs = 6, Fingerprint = machine,
        Metrics = [new MetricNoise("cpu-us-per-message", 20, 0.03, 0.6), new MetricNoise("errors", 0, null, 0)],
    };
}
