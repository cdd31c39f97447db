using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>Tests that <c>./test</c> runs small, at the figures of the reliability table.</summary>
internal sealed partial class Figures : ISoakScenario
{
    private static readonly (string Row, string Promise, string Test, int Size)[] Rows =
    [
        ("R12", "peers that are killed, stopped and doubled: requests fail by name, no reply is foreign", "ChaosTests.KillStopTwin_ManyCycles", 200),
        ("R13", "messages through stage, posts, timers, work off the stage and reconnects: in order per sender, never twice, every loss counted", "AtMostOnceTests.HundredThousandMessages", 100_000_000),
        ("R14", "connections alive, dead and half open against new ones: one live binding per account", "ReconnectRaceTests", 10_000),
        ("R15", "requests with wrap-around, errors, time-outs and late replies: the table is empty at the end", "RequestLoadTests.Requests_100000", 10_000_000),
        ("R19", "half handshakes of TLS: ended at the deadline, others are served", "TlsTests.HalfHandshakes", 1_000),
    ];

    public string Id => "figures";

    public string Summary => "the tests of R12 to R15 and R19 at the figures of the reliability table; a tenth of them, or --figures-share";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        List<SoakCheck> checks = [];
        Stopwatch all = Stopwatch.StartNew();
        foreach ((string row, string promise, string test, int size) in Rows)
        {
            int asked = (int)Math.Ceiling(size * context.FiguresShare);
            Stopwatch clock = Stopwatch.StartNew();
            context.Say(string.Create(CultureInfo.InvariantCulture, $"{row}: {test}, {asked:N0} times, {all.Elapsed:hh\\:mm\\:ss} so far"));
            (int exitCode, string output) = await TestRun.RunAsync(test, new() { ["PLAYHOUSE_SOAK_SIZE"] = asked.ToString(CultureInfo.InvariantCulture) }, context.Cancellation);
            string said = exitCode == 0 ? LastSaid(output) : Failure().Match(output).Value.ReplaceLineEndings(" ");
            checks.Add(new SoakCheck($"{row}: {promise}", string.Create(CultureInfo.InvariantCulture, $"{asked:N0} in {clock.Elapsed:hh\\:mm\\:ss}; {said}").TrimEnd(' ', ';'), exitCode == 0 && Passed().IsMatch(output)));
        }

        return new SoakResult(Id, "R12, R13, R14, R15, R19", string.Create(CultureInfo.InvariantCulture, $"{all.Elapsed:hh\\:mm\\:ss}, {context.FiguresShare:P0} of the table's figures"), checks);
    }

    private static string LastSaid(string output) =>
        Said().Matches(output).LastOrDefault()?.Groups["lines"].Value.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).LastOrDefault() ?? "";

    [GeneratedRegex(@"Passed:\s+[1-9]")]
    private static partial Regex Passed();

    /// <summary>What a test says.</summary>
    [GeneratedRegex(@"Standard Output Messages:\s*\n(?<lines>([^\n]*\S[^\n]*\n)+)")]
    private static partial Regex Said();

    [GeneratedRegex(@"Error Message:\s+[^\n]*\n[^\n]*")]
    private static partial Regex Failure();
}
