using System.Globalization;
using System.Text;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests;

/// <summary>The table of the project's page is counted, not typed: <c>PLAYHOUSE_WRITE_DOCS=1</c> writes it again.</summary>
public sealed class ReadmeTableTests
{
    private const string Page = "engine/src/PlayHouse.Multiplexer/README.md";
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
        StringBuilder table = new("| preset | message | writes | bytes besides the payload | allocated by the sender | by the receiver |\n|---|---|---|---|---|---|\n");
        foreach (StrategyPreset preset in MultiplexerCatalog.Presets)
        {
            foreach ((string name, int bytes) in Sizes)
            {
                RecordingStream stream = new();
                await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, preset.Selection, MultiplexerLimits.Default);
                await connection.SendAsync(new byte[bytes]);
                table.Append(CultureInfo.InvariantCulture, $"| {preset.Id} | {name} | {stream.Writes.Count:N0} | {stream.Written.Length - bytes:N0} ");
                table.Append(CultureInfo.InvariantCulture, $"| {Allocated(preset, $"send a {name}"):N0} B | {Allocated(preset, $"receive a {name}"):N0} B |\n");
            }
        }

        return table.ToString();
    }

    private static double Allocated(StrategyPreset preset, string operation) =>
        preset.Bytes.SingleOrDefault(b => b.Operation.StartsWith(operation, StringComparison.Ordinal))?.PerOperation ?? 0;
}
