using System.CommandLine;
using PlayHouse.Engine.Peers.Measure;
using PlayHouse.Engine.Peers.Report;
using PlayHouse.Engine.Peers.Servers;

if (args is ["serve", string id] && PeerCatalog.Find(id) is { Create: not null } kind)
{
    return await ServeMode.RunAsync(kind);
}

Option<int> rounds = Number("--rounds", "Rounds; each server runs once in each.", 5, 1, 1000);
Option<int> window = Number("--window-ms", "Milliseconds measured per sample.", 2000, 100, 600_000);
Option<int> warm = Number("--warm-ms", "Milliseconds before the window; the compiler needs them.", 2000, 100, 600_000);
Option<int> seed = Number("--seed", "Seed of the orders.", 1, 0, int.MaxValue);
Option<string[]> only = new("--server") { Description = "Measure only these servers (repeatable).", AllowMultipleArgumentsPerToken = true };
only.Validators.Add(result =>
{
    foreach (string unknown in result.Tokens.Select(t => t.Value).Where(t => PeerCatalog.Find(t) is null))
    {
        result.AddError($"There is no server '{unknown}'. There are: {string.Join(", ", PeerCatalog.All.Select(k => k.Id))}.");
    }
});
Option<FileInfo?> markdown = new("--markdown") { Description = "Also write the page to this file." };
RootCommand root = new(
    "Measures the engine beside other servers that speak the same frame, interleaved, with an A/A arm.\n\n"
    + string.Join('\n', PeerCatalog.All.Select(k => $"  {k.Id,-22} {k.Summary}"))
    + "\n\nExamples:\n  ./plab bench peers\n  ./plab bench peers --rounds 9 --markdown docs/reports/peers.md\n  ./plab bench peers --server engine --server raw-saea --window-ms 1000\n\nExit codes: 0 measured, 2 usage or a missing part, 130 interrupted.")
{
    rounds, window, warm, seed, only, markdown,
};
root.SetAction(async (parsed, cancellation) =>
{
    string[] chosen = parsed.GetValue(only) is { Length: > 0 } some ? some : [.. PeerCatalog.All.Select(k => k.Id)];
    Cell[] cells = [.. Cells.All.Select(c => c with { Kinds = [.. c.Kinds.Where(chosen.Contains)] }).Where(c => c.Kinds.Count > 0)];
    var plan = new BenchPlan(cells, parsed.GetValue(rounds), parsed.GetValue(warm), parsed.GetValue(window), parsed.GetValue(seed));
    try
    {
        NativePrograms native = NativePrograms.Build();
        IReadOnlyList<Sample> samples = await new PeerBench(native, plan, Console.Error.WriteLine).RunAsync(cancellation);
        string page = PeerReport.Render(samples, plan, native.Compiler);
        Console.Write(page);
        if (parsed.GetValue(markdown) is { } file)
        {
            await File.WriteAllTextAsync(file.FullName, page, cancellation);
        }

        return 0;
    }
    catch (OperationCanceledException)
    {
        await Console.Error.WriteLineAsync("Interrupted; the server and the client are ended.");
        return 130;
    }
    catch (InvalidOperationException e)
    {
        await Console.Error.WriteLineAsync(e.Message);
        return 2;
    }
});
return await root.Parse(args).InvokeAsync();

static Option<int> Number(string name, string text, int value, int min, int max)
{
    Option<int> option = new(name) { Description = text, DefaultValueFactory = _ => value };
    option.Validators.Add(result =>
    {
        if (result.GetValueOrDefault<int>() is int given && (given < min || given > max))
        {
            result.AddError($"{name} takes {min} to {max}.");
        }
    });
    return option;
}
