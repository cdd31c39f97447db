using System.Globalization;
using System.Text;

namespace PlayHouse.Engine.Soak.Report;

/// <summary>Results as a Markdown table that also reads well in a terminal.</summary>
internal static class SoakTable
{
    public static string Render(IEnumerable<SoakResult> results)
    {
        StringBuilder text = new();
        text.AppendLine("| scenario | covers | promise | seen | |");
        text.AppendLine("|---|---|---|---|---|");
        foreach (SoakResult result in results)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"| **{result.Scenario}** | {result.Covers} | *{result.Load}* | | |");
            foreach (SoakCheck check in result.Checks)
            {
                text.AppendLine(CultureInfo.InvariantCulture, $"| | | {check.Promise} | {check.Seen} | {Word(check)} |");
            }
        }

        return text.ToString();
    }

    private static string Word(SoakCheck check) => check.IsHeld switch
    {
        true => "held",
        false => "**broken**",
        null => check.NotJudged is { } why ? $"not judged ({why})" : "reported",
    };
}
