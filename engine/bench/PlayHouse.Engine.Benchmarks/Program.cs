using System.CommandLine;
using PlayHouse.Engine.Benchmarks.Report;
using PlayHouse.Engine.Benchmarks.Run;
using PlayHouse.Engine.Benchmarks.Seams;

string home = Environment.GetEnvironmentVariable("PLAYHOUSE_LAB_HOME") ?? Environment.CurrentDirectory;
Option<string[]> filter = new("--filter") { Description = "Measure only these seams; * stands for any letters (repeatable).", AllowMultipleArgumentsPerToken = true };
filter.Validators.Add(result =>
{
    foreach (string pattern in result.Tokens.Select(t => t.Value).Where(p => MicroRun.Select([p]).Count == 0))
    {
        result.AddError($"No seam matches '{pattern}'. Seams: {string.Join(", ", BenchmarkSeams.All.Select(s => s.Id))}.");
    }
});
Option<string> job = new("--job") { Description = "How long each case is measured: short, medium or long.", DefaultValueFactory = _ => RunLength.Medium.Name };
job.AcceptOnlyFromAmong([.. RunLength.All.Select(l => l.Name)]);
Option<FileInfo> markdown = new("--markdown")
{
    Description = "The page to write.",
    DefaultValueFactory = _ => new FileInfo(Path.Combine(home, "docs", "reports", "micro.md")),
};
RootCommand root = new(
    "Measures one operation of every strategy of every seam, and writes docs/reports/micro.md.\n\n"
    + "Examples:\n  ./plab bench micro\n  ./plab bench micro --job short --filter mailbox --filter 'mux-*'\n\n"
    + "Exit codes: 0 measured, 1 a case failed and the page says which, 2 usage.")
{
    filter, job, markdown,
};
root.SetAction(parsed =>
{
    RunLength length = RunLength.All.Single(l => l.Name == parsed.GetValue(job));
    MicroResult result = MicroRun.Measure(MicroRun.Select(parsed.GetValue(filter) ?? []), length, Path.Combine(home, "artifacts", "benchmarks"));
    FileInfo page = parsed.GetValue(markdown)!;
    page.Directory!.Create();
    File.WriteAllText(page.FullName, MicroReport.Render(result));
    Console.WriteLine($"Wrote {Path.GetRelativePath(Environment.CurrentDirectory, page.FullName)}.");
    return result.Rows.All(r => r.IsMeasured) ? 0 : 1;
});
ParseResult command = root.Parse(args);
int code = command.Invoke();
return command.Errors.Count > 0 ? 2 : code;
