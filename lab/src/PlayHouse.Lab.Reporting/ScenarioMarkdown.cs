using System.Globalization;
using System.Text;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Reporting;

/// <summary>The page of all scenarios, rendered from their descriptors. Pure; any thread.</summary>
public static class ScenarioMarkdown
{
    /// <summary>Command that writes the page again.</summary>
    public const string Command = "./plab docs";

    /// <summary>The page.</summary>
    public static string Render()
    {
        var page = new StringBuilder();
        page.Append("# Scenarios\n\n");
        page.Append(CultureInfo.InvariantCulture, $"Generated from the scenarios; `{Command}` writes it again, and a test fails when it differs.\n\n");
        page.Append("A scenario is what the clients do. It says what one message is, which is the unit of every figure per message and of `rate`,\n");
        page.Append("what the words of an experiment's `load` mean, and which seams its messages run through: a toggle of any other seam is refused\n");
        page.Append("before the run, as is a load that has no meaning in the scenario.\n\n");
        Table(page, ["scenario", "what happens", "one message"], s => [s.Summary, s.Message]);
        page.Append("## The load\n\n");
        page.Append("`rate: auto` is found by two pilot pairs, unless the table says what it is: the highest rate at which half of the processors rest. Blocks of\n");
        page.Append("launches one after another (`sequential`) have no pilots and ask for a number. In open loop `depth` is a cap: what is due beyond it is\n");
        page.Append("skipped and counted; in closed loop it is the number kept under way. The cap must hold what falls due in a pause of 20 ms: an experiment whose `depth × connections ÷ rate`\n");
        page.Append("is shorter is refused, and where pilots find the rate they raise the depth and say so. What was skipped all the same, or lost, counts in\n");
        page.Append("the latency as at least the time until its connection took the next request.\n\n");
        Table(page, ["scenario", "`rate`", "`rate: auto`", "`connections`", "`depth`", "`payloadBytes`", "closed loop"], s =>
            [s.Load.Rate, Auto(s), s.Load.Connections, Depth(s.Load), Payload(s), s.Load.HasClosedLoop ? "yes" : "refused"]);
        page.Append("## The seams\n\n");
        page.Append("Every message of the scenario runs through these, as far as this build has them; in parentheses those it runs through only with\n");
        page.Append("the named strategy of another seam. Where one event makes a message for each connection, a proof of execution asks for so many\n");
        page.Append("fewer hits per message.\n\n");
        Table(page, ["scenario", "seams", "one event makes a message for each connection"], s => [Seams(s), s.IsFanOut ? "yes" : "–"]);
        Append(page);
        return page.ToString();
    }

    private static void Append(StringBuilder page)
    {
        page.Append("## Reading the figures\n\n");
        page.Append("- Latency counts from the moment a message was due: of a room's message from the moment its publishing was due, of a state from the\n");
        page.Append("  moment its step began (the clock of one machine, so load and target must share it), of an arrival from the moment it was due to\n");
        page.Append("  the authentication's reply.\n");
        page.Append("- Lost is what was sent and never came: a gap in the order of pushes, a reply that was overtaken or waited five seconds, an arrival\n");
        page.Append("  without an end. A member of a room that loses its connection is owed everything that follows.\n");
        page.Append("- Wrong is what came and was not due: other bytes, another id, a duplicate, an order that was broken.\n");
        page.Append("- `connect-storm` opens its connections from many loopback addresses and leaves with a reset, so that closed connections hold no\n");
        page.Append("  ports. A refusal is an error; what this machine did not allow is a flag of the load.\n");
        page.Append("- Scenarios with two servers need `libzmq5`; the other server runs at its defaults in both arms.\n");
    }

    private static void Table(StringBuilder page, string[] titles, Func<ScenarioDescriptor, string[]> cells)
    {
        Row(page, titles);
        Row(page, [.. titles.Select(_ => "---")]);
        foreach (ScenarioDescriptor scenario in ScenarioCatalog.All)
        {
            Row(page, [$"`{scenario.Id}`", .. cells(scenario)]);
        }

        page.Append('\n');
    }

    private static void Row(StringBuilder page, string[] cells) => page.Append("| ").AppendJoin(" | ", cells).Append(" |\n");

    private static string Auto(ScenarioDescriptor scenario) => scenario.Load switch
    {
        { RatePerConnection: { } rate, IsRateFixed: true } => string.Create(CultureInfo.InvariantCulture, $"{rate} × connections, always"),
        { RatePerConnection: { } rate } => string.Create(CultureInfo.InvariantCulture, $"{rate} × connections"),
        _ => scenario.TakesTurns ? "pilots" : "none: name one",
    };

    private static string Depth(ScenarioLoad load) => load.InProgressMax == long.MaxValue
        ? load.Depth
        : string.Create(CultureInfo.InvariantCulture, $"{load.Depth} (at most {load.InProgressMax})");

    private static string Payload(ScenarioDescriptor scenario) => scenario.PayloadBytesMin == 0
        ? scenario.Load.Payload
        : string.Create(CultureInfo.InvariantCulture, $"{scenario.Load.Payload}, at least {scenario.PayloadBytesMin}");

    private static string Seams(ScenarioDescriptor scenario)
    {
        IEnumerable<string> conditional = scenario.ConditionalSeams.Select(c => $"({c.Seam} with {c.NeedsSeam}: {c.NeedsStrategy})");
        return string.Join(", ", scenario.Seams.Concat(conditional));
    }
}
