using System.Diagnostics;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>The packages that a build may take in place of the lab's own parts.</summary>
[Trait("Run", "selftest-packages")]
public sealed class NetZmqTests : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(5);
    private readonly string _folder = Directory.CreateTempSubdirectory("plab-packages-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Net.Zmq is not on every registry: the engine is built against the surface that its documentation names.</summary>
    [Fact]
    public async Task Engine_BuildsAgainstNetZmq()
    {
        string surface = Path.Combine(_folder, "surface"), feed = Path.Combine(_folder, "feed");
        Directory.CreateDirectory(surface);
        foreach (string file in Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "packages")))
        {
            File.Copy(file, Path.Combine(surface, Path.GetFileName(file)));
        }

        await DotnetAsync("pack", surface, "-o", feed, "-c", "Release", "-nologo", "-v", "quiet");
        // Neither what the checkout has built nor what other builds of this machine restore is touched.
        await DotnetAsync(
            "build", Path.Combine(Repository.Root, "engine", "src", "PlayHouse.Engine"), "-c", "Release", "-nologo", "-v", "quiet", "-p:NetZmq=true", "-p:RunAnalyzers=false",
            $"-p:ArtifactsPath={Path.Combine(_folder, "artifacts")}", $"-p:RestorePackagesPath={Path.Combine(_folder, "packages")}",
            $"-p:RestoreFallbackFolders={Environment.GetEnvironmentVariable("NUGET_PACKAGES") ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages")}",
            $"-p:RestoreAdditionalProjectSources={feed}");

        string built = Path.Combine(_folder, "artifacts", "bin", "PlayHouse.Engine", "release");
        Assert.True(File.Exists(Path.Combine(built, "PlayHouse.Engine.dll")), built);
        Assert.False(File.Exists(Path.Combine(built, "PlayHouse.Zmq.dll")));
    }

    private static async Task DotnetAsync(params string[] arguments)
    {
        ProcessStartInfo start = new("dotnet", arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(), errors = process.StandardError.ReadToEndAsync();
        using CancellationTokenSource deadline = new(Deadline);
        await process.WaitForExitAsync(deadline.Token);
        Assert.True(process.ExitCode == 0, await output + await errors);
    }
}
