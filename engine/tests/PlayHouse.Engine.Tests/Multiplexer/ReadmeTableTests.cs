using System.Globalization;
using System.Text;
using System.Text.Json;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests;

/// <summary>The table of the project's page is counted, not typed: <c>PLAYHOUSE_WRITE_DOCS=1</c> writes it again.</summary>
public sealed class ReadmeTableTests
{
    private const string Page = "engine/src/PlayHouse.Multiplexer/README.md";
    private const string Expectations = "engine/bench/PlayHouse.Engine.Benchmarks/expected-allocations.multiplexer.json";
    private const string Begin = "<!-- table -->\n";
    private const string End = "<!-- end -->";
    private static readonly (string Name, int Bytes)[] Sizes = [("64 B", 64), ("1 KB", 1024), ("64 KB", 64 * 1024), ("1 MB", 1024 * 1024)];

    [Fact]
    public async Task Table_Committed_IsWhatIsCounted()
    {
        string path = RepositoryFiles.PathOf(Page);
        string page = (await File.ReadAllTextAsync(path)).ReplaceLineEndings("\n");
        int begin = page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        int end = page.IndexOf(End, StringComparison.Ordinal);
        string table = await TableAsync();
        if (Environment.GetEnvironmentVariable("PLAYHOUSE_WRITE_DOCS") == "1")
        {
            await File.WriteAllTextAsync(path, page[..begin] + table + page[end..]);
            return;
        }

        Assert.Equal(table, page[begin..end]);
    }

    private static async Task<string> TableAsync()
    {
        using JsonDocument expectations = JsonDocument.Parse(await File.ReadAllTextAsync(RepositoryFiles.PathOf(Expectations)));
        StringBuilder table = new("| preset | message | writes | bytes besides the payload | allocated by the sender | by the receiver |\n|---|---|---|---|---|---|\n");
        foreach (StrategyPreset preset in MultiplexerCatalog.Presets)
        {
            JsonElement allocations = expectations.RootElement.GetProperty("preset").GetProperty(preset.Id);
            foreach ((string name, int bytes) in Sizes)
            {
                RecordingStream stream = new();
                await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, preset.Selection, MultiplexerLimits.Default);
                await connection.SendAsync(new byte[bytes]);
                table.Append(CultureInfo.InvariantCulture, $"| {preset.Id} | {name} | {stream.Writes.Count:N0} | {stream.Written.Length - bytes:N0} ");
                table.Append(CultureInfo.InvariantCulture, $"| {Allocated(allocations, $"send a {name}"):N0} B | {Allocated(allocations, $"receive a {name}"):N0} B |\n");
            }
        }

        return table.ToString();
    }

    private static double Allocated(JsonElement preset, string operation) => preset.EnumerateArray()
        .Single(e => e.GetProperty("operation").GetString()!.StartsWith(operation, StringComparison.Ordinal))
        .GetProperty("bytesPerOperation").GetDouble();
}
