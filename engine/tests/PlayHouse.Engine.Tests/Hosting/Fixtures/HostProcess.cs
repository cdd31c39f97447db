using System.Diagnostics;

namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>The test host in a process of its own; it does not outlive the test.</summary>
internal sealed class HostProcess : IAsyncDisposable
{
    private HostProcess(Process process) => Process = process;

    public Process Process { get; }

    public static HostProcess Start(params string[] arguments)
    {
        const string Name = "PlayHouse.Engine.TestHost";
        string configuration = new DirectoryInfo(AppContext.BaseDirectory).Name;
        string path = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..", "..", Name, configuration, Name + ".dll"));
        Assert.True(File.Exists(path), $"{path} is missing: the test project builds it.");
        return new HostProcess(Process.Start(new ProcessStartInfo("dotnet", [path, .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true })!);
    }

    /// <summary>The first line it prints; its errors when it ends without one.</summary>
    public async Task<string> FirstLineAsync() =>
        await Wait.InTimeAsync(Process.StandardOutput.ReadLineAsync()) ?? await Process.StandardError.ReadToEndAsync();

    public async ValueTask DisposeAsync()
    {
        if (!Process.HasExited)
        {
            Process.Kill();
        }

        await Process.WaitForExitAsync();
        Process.Dispose();
    }
}
