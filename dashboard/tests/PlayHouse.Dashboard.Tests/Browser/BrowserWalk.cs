using System.Collections.Concurrent;
using System.Diagnostics;
using PlayHouse.Dashboard.Tests.Fixtures;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>One scenario of <c>browser/walk.mjs</c> in an installed Chromium.</summary>
internal sealed class BrowserWalk : IDisposable
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

    public static BrowserWalk Start(string scenario, string link, string argument = "")
    {
        string folder = Repository.Browser;
        if (!Directory.Exists(Path.Combine(folder, "node_modules")))
        {
            Assert.Fail("What drives the browser is not installed: run './plab setup test' (or 'npm ci' in dashboard/tests/PlayHouse.Dashboard.Tests/browser).");
        }

        ProcessStartInfo start = new("node", [Path.Combine(folder, "walk.mjs"), scenario, Chromium(), link, argument]) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        return new BrowserWalk(Process.Start(start)!);
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

    /// <summary>Says a word to a scenario that waits for one.</summary>
    public async Task SayAsync(string word)
    {
        await _process.StandardInput.WriteLineAsync(word);
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

    private static string Chromium()
    {
        foreach (string name in new[] { "chromium", "chromium-browser", "google-chrome" })
        {
            foreach (string folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries))
            {
                if (File.Exists(Path.Combine(folder, name)))
                {
                    return Path.Combine(folder, name);
                }
            }
        }

        throw new FileNotFoundException("Chromium is not on the PATH: install it (Debian, Ubuntu: apt-get install chromium; Fedora: dnf install chromium; macOS: brew install --cask chromium).");
    }
}
