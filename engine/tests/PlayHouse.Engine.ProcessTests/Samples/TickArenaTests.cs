using System.Text.RegularExpressions;

namespace PlayHouse.Samples.Tests;

/// <summary>Bots in an arena: everybody sees every step.</summary>
public sealed partial class TickArenaTests
{
    [Fact]
    public async Task ThreeBots_SeeEveryStepAndEachOther()
    {
        await using SampleProcess server = SampleProcess.StartSample("TickArena", ["server", "--port", "0"]);
        string port = (await server.LineAsync("listening on port ")).Split(' ')[^1];
        SampleProcess[] bots = [.. Enumerable.Range(1, 3).Select(i => SampleProcess.StartSample("TickArena", ["client", "--port", port, "--name", $"bot{i}", "--bot", "4"]))];

        foreach (SampleProcess bot in bots)
        {
            Assert.Equal(0, await bot.ExitAsync());
            Match summary = Summary().Match(bot.AllOutput);
            Assert.True(summary.Success, bot.AllOutput);
            Assert.True(int.Parse(summary.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture) > 0, "states arrive");
            Assert.Equal("0", summary.Groups[2].Value);
            Assert.Contains("@", bot.AllOutput, StringComparison.Ordinal);
            await bot.DisposeAsync();
        }
    }

    [GeneratedRegex(@"bot\d: (\d+) states, (\d+) missed")]
    private static partial Regex Summary();
}
