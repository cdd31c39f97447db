using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>The fuzz tests, with a number of inputs instead of some seconds: each target in a test run of its own.</summary>
internal sealed partial class Fuzz : ISoakScenario
{
    /// <summary>
    /// Shares of all inputs: a stream of requests is read in some twenty splits and takes seven times as long as a header, so
    /// that it gets half as many. An input of the live server is a connection and takes a thousand times as long as one of a
    /// parser; closed connections also keep their ports for a minute.
    /// </summary>
    private static readonly (string Target, string Test, double Share)[] Targets =
    [
        ("request-stream", "RequestStreamFuzz", 0.199),
        ("route-header", "RouteHeaderFuzz", 0.4),
        ("websocket-message", "WebSocketMessageFuzz", 0.4),
        ("live-server", "LiveServerFuzz", 0.001),
    ];

    public string Id => "fuzz";

    public string Summary => "ten million fuzz inputs over all targets: every answer is the oracle's, no exception, no buffer lost (R1)";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        List<SoakCheck> checks = [];
        Stopwatch clock = Stopwatch.StartNew();
        long tried = 0;
        foreach ((string target, string test, double share) in Targets)
        {
            long inputs = (long)Math.Ceiling(context.FuzzInputs * share);
            context.Say(string.Create(CultureInfo.InvariantCulture, $"{target}: {inputs:N0} inputs, {clock.Elapsed:mm\\:ss} so far"));
            (int exitCode, string output) = await TestRun.RunAsync(
                "PlayHouse.Engine.Fuzz&FullyQualifiedName~" + test,
                new() { ["PLAYHOUSE_FUZZ_INPUTS"] = inputs.ToString(CultureInfo.InvariantCulture), ["PLAYHOUSE_FUZZ_SEED"] = Random.Shared.Next().ToString(CultureInfo.InvariantCulture) },
                context.Cancellation);
            Match line = Tried().Match(output);
            long seen = line.Success ? long.Parse(line.Groups["inputs"].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture) : 0;
            tried += seen;
            string what = line.Success ? line.Groups["all"].Value : Failure().Match(output) is { Success: true } failure ? failure.Value.ReplaceLineEndings(" ") : $"exit code {exitCode}";
            checks.Add(new SoakCheck($"{target}: every answer is the oracle's", what, exitCode == 0 && seen >= inputs));
        }

        return new SoakResult(Id, "R1", string.Create(CultureInfo.InvariantCulture, $"{tried:N0} inputs in {clock.Elapsed:mm\\:ss}"), checks);
    }

    /// <summary>What a fuzz run says at its end.</summary>
    [GeneratedRegex(@"[a-z-]+: (?<all>(?<inputs>[\d,]+) inputs .*)")]
    private static partial Regex Tried();

    /// <summary>What it says about an input that fails: the seed, and the input in the line after it.</summary>
    [GeneratedRegex(@"[a-z-]+ fails, seed .*\n.*")]
    private static partial Regex Failure();
}
