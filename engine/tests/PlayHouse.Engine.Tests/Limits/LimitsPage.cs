using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace PlayHouse.Engine.Tests.Hosting;

/// <summary>One limit as its property documents it.</summary>
internal sealed record LimitText(string Name, object? Default, string Summary, IReadOnlyList<string> Counters);

/// <summary>docs/guide/limits.md, made from the documentation of <see cref="EngineLimits"/>: one source for the reader and the compiler.</summary>
internal static partial class LimitsPage
{
    public static IReadOnlyList<LimitText> Limits { get; } = [.. Read()];

    public static string Render()
    {
        StringBuilder page = new();
        page.Append("# Limits\n\n");
        page.Append("Every bound of a server is a property of `EngineLimits` (`PlayServerOptions.Limits`). Options are checked when the server is\n");
        page.Append("built; all mistakes are told at once. A counter in brackets is read with `PlayServer.ReadCounters()`.\n\n");
        page.Append("This page is generated from the properties' documentation.\n\n");
        page.Append("| limit | default | what it bounds, and the reaction |\n|---|---|---|\n");
        foreach (LimitText limit in Limits)
        {
            page.Append(CultureInfo.InvariantCulture, $"| `{limit.Name}` | {Value(limit.Default)} | {limit.Summary} |\n");
        }

        return page.ToString();
    }

    private static IEnumerable<LimitText> Read()
    {
        XDocument documentation = XDocument.Load(Path.Combine(AppContext.BaseDirectory, "PlayHouse.Engine.Abstractions.xml"));
        foreach (PropertyInfo property in typeof(EngineLimits).GetProperties(BindingFlags.Public | BindingFlags.Instance))
        {
            XElement summary = documentation.Descendants("member")
                .Single(m => (string?)m.Attribute("name") == $"P:PlayHouse.Engine.EngineLimits.{property.Name}")
                .Element("summary")!;
            string[] counters = [.. summary.Elements("c").Select(c => c.Value).Where(c => c.Contains('.', StringComparison.Ordinal))];
            yield return new LimitText(property.Name, property.GetValue(EngineLimits.Default), Text(summary), counters);
        }
    }

    private static string Text(XElement summary)
    {
        IEnumerable<string> parts = summary.Nodes().Select(node => node switch
        {
            XText text => text.Value,
            XElement { Name.LocalName: "c" } code => $"`{code.Value}`",
            XElement reference => $"`{((string?)reference.Attribute("cref") ?? "").Split('.')[^1]}`",
            _ => "",
        });
        return Blanks().Replace(string.Concat(parts), " ").Trim();
    }

    private static string Value(object? value) => value switch
    {
        TimeSpan time when time == Timeout.InfiniteTimeSpan => "never",
        TimeSpan time => string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.###} s"),
        IFormattable number and not Enum => number.ToString("N0", CultureInfo.InvariantCulture),
        _ => value?.ToString() ?? "",
    };

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blanks();
}
