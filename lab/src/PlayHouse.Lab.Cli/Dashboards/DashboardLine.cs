using System.Text.Json;

namespace PlayHouse.Lab.Cli.Dashboards;

/// <summary>What the dashboard's process says about itself, one JSON object a line.</summary>
/// <param name="Event">ready, link or error.</param>
/// <param name="Url">Address of the first page.</param>
/// <param name="Link">A link that signs in once.</param>
/// <param name="Text">What went wrong and what to do.</param>
internal sealed record DashboardLine(string Event, string? Url, string? Link, string? Text)
{
    /// <summary>The line; null for anything else.</summary>
    public static DashboardLine? Parse(string line)
    {
        try
        {
            return JsonSerializer.Deserialize<DashboardLine>(line, JsonSerializerOptions.Web);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
