using Microsoft.AspNetCore.WebUtilities;

namespace PlayHouse.Dashboard.Model;

/// <summary>The words of an address. Pure.</summary>
internal static class QueryWords
{
    /// <summary>The last value of each name.</summary>
    public static Dictionary<string, string?> Of(string address) =>
        Uri.TryCreate(address, UriKind.Absolute, out Uri? uri)
            ? QueryHelpers.ParseQuery(uri.Query).ToDictionary(q => q.Key.ToLowerInvariant(), q => q.Value.LastOrDefault())
            : [];
}
