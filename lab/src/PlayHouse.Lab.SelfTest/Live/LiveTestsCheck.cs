using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>
/// Tests that measure for real: real rates, real browsers, real captures. <c>./test</c> leaves them out, because a busy machine is no
/// defect; here they are tried on a machine that is asked for it.
/// </summary>
/// <param name="id">Id of the check; the tests carry it as the trait <c>Run=selftest-ID</c>.</param>
/// <param name="promise">What they prove, in one sentence.</param>
/// <param name="minutes">Expected wall minutes.</param>
/// <param name="project">Folder of their project, from the root of the sources.</param>
public sealed partial class LiveTestsCheck(string id, string promise, double minutes, string project) : SelfCheck
{
    /// <summary>Set while a self-test runs them: tests that draw or capture less in <c>./test</c> do all of it.</summary>
    public const string Variable = "PLAYHOUSE_SELFTEST";

    private const string Solution = "PlayHouse.Lab.sln";

    /// <summary>Which tests, where they carry no trait because <c>./test</c> runs them too.</summary>
    public string? Filter { get; init; }

    /// <inheritdoc/>
    public override string Id => id;

    /// <inheritdoc/>
    public override string Promise => promise;

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => minutes;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        if (Root() is not { } root)
        {
            return Result(CheckOutcome.NotObservable, "The sources of the tests are not here; a clone of the repository has them.");
        }

        string name = Path.GetFileName(project);
        context.Say($"{Id}: building {name}");
        (int built, IReadOnlyList<string> log) = await RunAsync(root, _ => { }, ct, "build", Path.Combine(root, project), "-c", "Release", "-v", "quiet", "-nologo");
        if (built != 0)
        {
            return Result(CheckOutcome.Failed, $"{name} cannot be built: {log.FirstOrDefault(l => l.Contains("error", StringComparison.Ordinal)) ?? "see 'dotnet build'"}");
        }

        (int code, IReadOnlyList<string> lines) = await RunAsync(
            root, line => Tell(context, line), ct,
            "test", Path.Combine(root, "artifacts", "bin", name, "release", $"{name}.dll"), "--nologo", "--filter", Filter ?? $"Run=selftest-{Id}", "--logger", "console;verbosity=detailed");
        int passed = Count(lines, "Passed"), failed = Count(lines, "Failed"), skipped = Count(lines, "Skipped");
        string[] names =
        [
            .. lines.Select(l => FailedTest().Match(l)).Where(m => m.Success).Select(m => m.Groups[1].Value),
            .. lines.Zip(lines.Skip(1)).Where(l => SkippedTest().IsMatch(l.First)).Select(l => SkippedTest().Match(l.First).Groups[1].Value + ", skipped: " + Prefix().Replace(l.Second, "")),
        ];
        return Result(
            code == 0 && passed > 0 && failed == 0 && skipped == 0,
            string.Create(CultureInfo.InvariantCulture, $"{passed} tests passed, {failed} failed, {skipped} skipped{(names.Length > 0 ? $": {string.Join(", ", names)}" : "")}.")) with
        {
            Figures =
            [
                new CheckFigure("tests of " + name, passed.ToString(CultureInfo.InvariantCulture), "all pass"),
                .. lines.Select(l => Figure().Match(l)).Where(m => m.Success).Select(m => new CheckFigure(m.Groups[1].Value, m.Groups[2].Value, m.Groups[3].Value)),
            ],
        };
    }

    private static void Tell(SelfTestContext context, string line)
    {
        if (line.StartsWith("  Passed ", StringComparison.Ordinal) || line.StartsWith("  Failed ", StringComparison.Ordinal))
        {
            context.Say(line.Trim());
        }
    }

    // The summary is a block of lines: "     Passed: 3".
    private static int Count(IEnumerable<string> lines, string word) => lines
        .Select(l => SummaryLine().Match(l))
        .Where(m => m.Success && m.Groups[1].Value == word)
        .Sum(m => int.Parse(m.Groups[2].Value, CultureInfo.InvariantCulture));

    private static async Task<(int Code, IReadOnlyList<string> Lines)> RunAsync(string root, Action<string> tell, CancellationToken ct, params string[] arguments)
    {
        string host = Environment.GetEnvironmentVariable("DOTNET_ROOT") is { Length: > 0 } folder ? Path.Combine(folder, "dotnet") : "dotnet";
        ProcessStartInfo start = new(host, arguments) { WorkingDirectory = root, RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment[Variable] = "1";
        using Process process = Process.Start(start)!;
        await using CancellationTokenRegistration stop = ct.Register(() => process.Kill(entireProcessTree: true));
        Task<string> errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        List<string> lines = [];
        while (await process.StandardOutput.ReadLineAsync(CancellationToken.None) is { } line)
        {
            lines.Add(line);
            tell(line);
        }

        lines.AddRange((await errors).Split('\n'));
        await process.WaitForExitAsync(CancellationToken.None);
        ct.ThrowIfCancellationRequested();
        return (process.ExitCode, lines);
    }

    private static string? Root()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, Solution)))
        {
            folder = folder.Parent;
        }

        return folder?.FullName;
    }

    [GeneratedRegex(@"^ +(Passed|Failed|Skipped): (\d+)$")]
    private static partial Regex SummaryLine();

    // What a test measured, as it writes it: "figure: name | value | limit".
    [GeneratedRegex(@"^\s*figure: ([^|]+) \| ([^|]+) \| ([^|]*)$")]
    private static partial Regex Figure();

    [GeneratedRegex(@"^  Failed (\S+)")]
    private static partial Regex FailedTest();

    // A skipped test stands in the log of xUnit, with its reason in the line below.
    [GeneratedRegex(@"^\[xUnit\.net [^]]+\] +(\S+) \[SKIP\]$")]
    private static partial Regex SkippedTest();

    [GeneratedRegex(@"^\[xUnit\.net [^]]+\] +")]
    private static partial Regex Prefix();
}
