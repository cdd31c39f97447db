using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>The sample that a notebook sees, unpacked before a cell asks for it.</summary>
public sealed class LabSourceTests : IDisposable
{
    private const string Packed = "004-fastport-wake-up.plabrun";
    private readonly string _home = Directory.CreateTempSubdirectory("plab-source-").FullName;

    private string Sample => Path.Combine(_home, "below", "sample");

    public void Dispose() => Directory.Delete(_home, recursive: true);

    [Fact]
    public async Task OpenedAhead_GivesItsRuns_AndIsGoneAfterwards()
    {
        await using LabService own = await OwnAsync();
        LabSource source = await OpenAsync(own, File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "samples", Packed)));
        await using (source)
        {
            source.OpenAhead();

            Assert.Single(source.Api.Runs());
            Assert.True(Directory.Exists(Sample));
        }

        Assert.False(Directory.Exists(Sample));
    }

    [Fact]
    public async Task OpenedAhead_OfNoPackedRun_FailsWhereACellAsks()
    {
        await using LabService own = await OwnAsync();
        LabSource source = await OpenAsync(own, [1, 2, 3]);
        await using (source)
        {
            source.OpenAhead();

            Assert.Throws<LabInputException>(() => source.Api.Runs());
            Assert.Throws<LabInputException>(() => source.Api.Runs());
        }

        Assert.False(Directory.Exists(Sample));
    }

    [Fact]
    public async Task OpenedAhead_AndNeverAskedFor_LeavesNothing()
    {
        await using LabService own = await OwnAsync();
        LabSource source = await OpenAsync(own, File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "samples", Packed)));

        source.OpenAhead();
        await source.DisposeAsync();

        Assert.False(Directory.Exists(Sample));
    }

    private async Task<LabService> OwnAsync() => await LabService.OpenAsync(new LabWorkspace(Path.Combine(_home, "own")), CancellationToken.None);

    private async Task<LabSource> OpenAsync(LabService own, byte[] packed)
    {
        string samples = Directory.CreateDirectory(Path.Combine(_home, "samples")).FullName;
        await File.WriteAllBytesAsync(Path.Combine(samples, Packed), packed);
        return await LabSource.OpenAsync(own, new LabWorkspace(Path.Combine(_home, "own")), samples, Path.Combine(_home, "below"), CancellationToken.None);
    }
}
