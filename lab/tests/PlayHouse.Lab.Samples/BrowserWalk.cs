using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.Json;

namespace PlayHouse.Lab.TestKit;

/// <summary>One scenario of <c>browser/walk.mjs</c>. Walks after each other use the same process and the same Chromium, each with pages of its own.</summary>
public sealed class BrowserWalk : IDisposable
{
    private const string Passed = "END passed", Failed = "END failed";
    private static readonly TimeSpan WalkMax = TimeSpan.FromMinutes(8);

    // They end with this process, whose end closes their standard input.
    private static readonly ConcurrentBag<Walker> Idle = [];

    private readonly ConcurrentQueue<string> _output = new();
    private readonly Walker _walker;
    private bool _isOver;

    private BrowserWalk(Walker walker) => _walker = walker;

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
                ? "Chromium is not on the PATH: install it (Debian: apt-get install chromium-headless-shell; Fedora: dnf install chromium; macOS: brew install --cask chromium)."
                : null;
        }
    }

    public static BrowserWalk Start(string scenario, string link, string argument = "")
    {
        Assert.True(Missing is null, Missing);
        BrowserWalk walk = new(Idle.TryTake(out Walker? idle) ? idle : new Walker(Chromium!));
        walk._walker.Process.StandardInput.WriteLine(JsonSerializer.Serialize(new { scenario, link, argument }));
        walk._walker.Process.StandardInput.Flush();
        return walk;
    }

    /// <summary>Reads to a word that the scenario says alone on a line.</summary>
    public async Task HearAsync(string word)
    {
        while (await _walker.Process.StandardOutput.ReadLineAsync().WaitAsync(WalkMax) is { } line and not (Passed or Failed))
        {
            if (line == word)
            {
                return;
            }

            _output.Enqueue(line);
        }

        Assert.Fail($"The walk ended before '{word}':\n{Told()}");
    }

    /// <summary>Says a line to a scenario that waits for one.</summary>
    public async Task TellAsync(string line)
    {
        await _walker.Process.StandardInput.WriteLineAsync(line);
        await _walker.Process.StandardInput.FlushAsync();
    }

    /// <summary>Reads to the end; fails with everything the walk found.</summary>
    public async Task<IReadOnlyCollection<string>> EndAsync()
    {
        string? line;
        while ((line = await _walker.Process.StandardOutput.ReadLineAsync().WaitAsync(WalkMax)) is not (null or Passed or Failed))
        {
            _output.Enqueue(line);
        }

        Assert.True(line == Passed, Told());
        _isOver = true;
        Idle.Add(_walker);
        return _output;
    }

    /// <summary>What a walk left unfinished goes with its process.</summary>
    public void Dispose()
    {
        if (!_isOver)
        {
            _walker.Process.Kill(entireProcessTree: true);
            _walker.Process.Dispose();
        }
    }

    private string Told() => $"{string.Join('\n', _output)}\n{string.Join('\n', _walker.Errors)}";

    /// <summary>A Chromium on the PATH: the headless one takes a quarter less of the processor. Null where there is none.</summary>
    public static string? Chromium => OnPath("chromium-headless-shell") ?? OnPath("chromium") ?? OnPath("chromium-browser") ?? OnPath("google-chrome");

    private static string? OnPath(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries).Select(f => Path.Combine(f, program)).FirstOrDefault(File.Exists);

    private sealed class Walker
    {
        public Walker(string chromium)
        {
            Process = Process.Start(new ProcessStartInfo("node", [Path.Combine(Repository.Browser, "walk.mjs"), chromium])
            {
                RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
            })!;
            Process.ErrorDataReceived += (_, e) => Errors.Enqueue(e.Data ?? "");
            Process.BeginErrorReadLine();
        }

        public Process Process { get; }

        public ConcurrentQueue<string> Errors { get; } = new();
    }
}
