using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace PlayHouse.Repository.Tests;

/// <summary>The page of dependencies names every package that is restored, with its version, and no other.</summary>
public sealed partial class DependencyPageTests
{
    [Fact]
    public void Page_NamesWhatIsRestored()
    {
        XDocument props = XDocument.Load(Path.Combine(Checkout.Root, "Directory.Packages.props"));
        string[] restored = [.. props.Descendants("PackageVersion").Select(p => $"{(string)p.Attribute("Include")!} {(string)p.Attribute("Version")!}")];
        string page = File.ReadAllText(Path.Combine(Checkout.Root, "docs", "reports", "dependencies.md"));
        string[] named = [.. Row().Matches(page).Select(m => $"{m.Groups["name"].Value} {m.Groups["version"].Value}")];

        Assert.Equal(restored.Order(StringComparer.Ordinal), named.Order(StringComparer.Ordinal));
    }

    [GeneratedRegex(@"^\| (?<name>[A-Za-z][\w.]+) \| (?<version>\d[\w.-]*) \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
