using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Scenarios;
using PlayHouse.Engine.Soak.Server;

if (args is ["--serve", string setup])
{
    return await SoakServer.RunAsync(setup);
}

ISoakScenario[] all =
[
    new Mix(), new Idle("idle", 10_000, 1_000), new Idle("capacity", 18_000, 1_800), new Storm(), new Loops(), new SlowConsumer(), new Unread(), new Saturation(), new Rooms(), new HalfFrames(), new Drain(), new Frozen(), new Faults(), new Strangers(), new Figures(), new Fuzz(),
];

Argument<string[]> scenarios = new("scenario") { Description = "Which to run; all of them without a name.", Arity = ArgumentArity.ZeroOrMore };
scenarios.Validators.Add(result =>
{
    foreach (string id in result.Tokens.Select(t => t.Value).Where(t => all.All(s => s.Id != t)))
    {
        result.AddError($"There is no scenario '{id}'. There are: {string.Join(", ", all.Select(s => s.Id))}.");
    }
});
Option<double> minutes = new("--minutes") { Description = "Length of the scenarios without an end of their own.", DefaultValueFactory = _ => 1 };
minutes.Validators.Add(result =>
{
    if (result.GetValueOrDefault<double>() is not (>= 0.1 and <= 1440))
    {
        result.AddError("--minutes takes 0.1 to 1440.");
    }
});
Option<long> inputs = new("--fuzz-inputs") { Description = "Inputs of the scenario fuzz, shared over its targets.", DefaultValueFactory = _ => 10_000_000 };
inputs.Validators.Add(result =>
{
    if (result.GetValueOrDefault<long>() is not (>= 10_000 and <= 10_000_000_000))
    {
        result.AddError("--fuzz-inputs takes 10000 to 10000000000.");
    }
});
Option<double> share = new("--figures-share") { Description = "Part of the reliability table's figures that the scenario figures does, 0.001 to 1; all of them take hours.", DefaultValueFactory = _ => 0.1 };
share.Validators.Add(result =>
{
    if (result.GetValueOrDefault<double>() is not (>= 0.001 and <= 1))
    {
        result.AddError("--figures-share takes 0.001 to 1.");
    }
});
Option<bool> json = new("--json") { Description = "Print the results as JSON." };
Option<FileInfo?> markdown = new("--markdown") { Description = "Also write the table to this file." };
RootCommand root = new(
    "Runs the long reliability tests of the engine, each against a server in a process of its own.\n\n"
    + string.Join('\n', all.Select(s => $"  {s.Id,-14} {s.Summary}"))
    + "\n\nExamples:\n  ./plab soak --minutes 10 mix\n  ./plab soak idle drain\n  ./plab soak fuzz --fuzz-inputs 1000000\n\nExit codes: 0 every promise held, 1 one was broken, 2 usage, 130 interrupted.")
{
    scenarios, minutes, inputs, share, json, markdown,
};
root.SetAction(async (parsed, cancellation) =>
{
    string[] chosen = parsed.GetValue(scenarios) ?? [];
    List<SoakResult> results = [];
    foreach (ISoakScenario scenario in all.Where(s => chosen.Length == 0 || chosen.Contains(s.Id)))
    {
        Stopwatch clock = Stopwatch.StartNew();
        await Console.Error.WriteLineAsync($"{scenario.Id}: {scenario.Summary}");
        SoakContext context = new(TimeSpan.FromMinutes(parsed.GetValue(minutes)), parsed.GetValue(inputs), parsed.GetValue(share), Say, cancellation);
        try
        {
            results.Add(await scenario.RunAsync(context));
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            await Console.Error.WriteLineAsync("\nInterrupted; the server of the scenario is ended.");
            return 130;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            results.Add(new SoakResult(scenario.Id, "", "did not finish", [new SoakCheck("the scenario ends", exception.Message, false)]));
        }

        await Console.Error.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"\r{scenario.Id}: {(results[^1].IsPassed ? "held" : "broken")} after {clock.Elapsed.TotalSeconds:F0} s{new string(' ', 60)}"));
    }

    string table = SoakTable.Render(results);
    Console.WriteLine(parsed.GetValue(json) ? JsonSerializer.Serialize(results, SoakJson.Options) : table);
    if (parsed.GetValue(markdown) is { } file)
    {
        await File.WriteAllTextAsync(file.FullName, table, cancellation);
    }

    return results.All(r => r.IsPassed) ? 0 : 1;
});
return await root.Parse(args).InvokeAsync();

static void Say(string progress)
{
    if (!Console.IsErrorRedirected)
    {
        Console.Error.Write($"\r  {progress,-100}");
    }
}
