namespace PlayHouse.Samples.Tests;

/// <summary>The packages of this checkout, made by the command under a version that no cache has.</summary>
public sealed class PackedEngine : IAsyncLifetime
{
    /// <summary>Longest time of a build on a busy machine.</summary>
    public static readonly TimeSpan BuildMax = TimeSpan.FromMinutes(4);

    /// <summary>The checkout.</summary>
    public static string Root { get; } = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..", "..", "..", ".."));

    public string Folder { get; } = Directory.CreateTempSubdirectory("playhouse-first-game-").FullName;

    public string Packages => Path.Combine(Folder, "packages");

    public string Version { get; } = $"0.1.0-test.t{Guid.NewGuid():N}";

    public async Task InitializeAsync()
    {
        await using SampleProcess plab = SampleProcess.StartSample(
            "PlayHouse.Lab.Cli", ["pack-engine", "--out", Packages, "--package-version", Version], ("PLAYHOUSE_LAB_HOME", Root));
        Assert.True(await plab.ExitAsync(BuildMax) == 0, plab.AllOutput);
    }

    public Task DisposeAsync()
    {
        Directory.Delete(Folder, recursive: true);
        return Task.CompletedTask;
    }
}
