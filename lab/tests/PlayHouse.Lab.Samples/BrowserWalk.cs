using System.Collections.Concurrent;
using System.Diagnostics;

namespace PlayHouse.Lab.TestKit;

/// <summary>One scenario of <c>browser/walk.mjs</c> in an installed Chromium.</summary>
public sealed class BrowserWalk : IDisposable
{
    private static readonly TimeSpan WalkMax = TimeSpan.FromMinutes(8);
    private readonly ConcurrentQueue<string> _output = new();
    private readonly Process _process;
    private readonly Task<string> _errors;

    private BrowserWalk(Process process)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync();
    }

    /// <summary>What a walk needs and this machine lacks, with the way to get it; null when everything is here.</summary>
    public static string? Missing
    {
        get
        {
            if (OnPath("node") is null || !Directory.Exists(Path.Combine(Repository.Browser, "node_modules")))
            {
                return "What drives the browser is not installed: run './plab setup test' (or 'npm ci' in dashboard/tests/PlayHouse.Dashboard.Tests/browser).";
            }

            return Chromium is null
                ? "Chromium is not on the PATH: install it (Debian, Ubuntu: apt-get install chromium; Fedora: dnf install chromium; macOS: brew install --cask chromium)."
                : null;
        }
    }

    public static BrowserWalk Start(string scenario, string link, string argument = "")
    {
        Assert.True(Missing is null, Missing);
        return new BrowserWalk(Node("walk.mjs", scenario, Chromium!, link, argument));
    }

    /// <summary>Reads to a word that the scenario says alone on a line.</summary>
    public async Task HearAsync(string word)
    {
        while (await _process.StandardOutput.ReadLineAsync().WaitAsync(WalkMax) is { } line)
        {
            if (line == word)
            {
                return;
            }

            _output.Enqueue(line);
        }

        Assert.Fail($"The walk ended before '{word}':\n{string.Join('\n', _output)}\n{await _errors}");
    }

    /// <summary>Says a line to a scenario that waits for one.</summary>
    public async Task TellAsync(string line)
    {
        await _process.StandardInput.WriteLineAsync(line);
        await _process.StandardInput.FlushAsync();
    }

    /// <summary>Reads to the end; fails with everything the walk found.</summary>
    public async Task<IReadOnlyCollection<string>> EndAsync()
    {
        while (await _process.StandardOutput.ReadLineAsync().WaitAsync(WalkMax) is { } line)
        {
            _output.Enqueue(line);
        }

        await _process.WaitForExitAsync().WaitAsync(WalkMax);
        Assert.True(_process.ExitCode == 0, $"{string.Join('\n', _output)}\n{await _errors}");
        return _output;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private static Process Node(string script, params string[] arguments) => Process.Start(new ProcessStartInfo("node", [Path.Combine(Repository.Browser, script), .. arguments])
    {
        RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
    })!;

    private static string? Chromium => OnPath("chromium") ?? OnPath("chromium-browser") ?? OnPath("google-chrome");

    private static string? OnPath(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries).Select(f => Path.Combine(f, program)).FirstOrDefault(File.Exists);
}
