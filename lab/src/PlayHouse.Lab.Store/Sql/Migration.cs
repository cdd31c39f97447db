using System.Globalization;

namespace PlayHouse.Lab.Store.Sql;

/// <summary>One numbered step of the schema, an embedded <c>NNNN-name.sql</c>.</summary>
internal sealed record Migration(int Number, string Name, string Sql)
{
    private const string Prefix = "migration/";

    /// <summary>All steps, 1, 2, 3 … without gaps.</summary>
    public static IReadOnlyList<Migration> All { get; } = Load();

    public static int Latest => All[^1].Number;

    private static Migration[] Load()
    {
        var assembly = typeof(Migration).Assembly;
        Migration[] all =
        [
            .. assembly.GetManifestResourceNames()
                .Where(n => n.StartsWith(Prefix, StringComparison.Ordinal))
                .Order(StringComparer.Ordinal)
                .Select(name =>
                {
                    using Stream stream = assembly.GetManifestResourceStream(name)!;
                    using var reader = new StreamReader(stream);
                    string file = name[Prefix.Length..];
                    int number = int.Parse(file.AsSpan(0, 4), NumberStyles.None, CultureInfo.InvariantCulture);
                    return new Migration(number, file, reader.ReadToEnd());
                }),
        ];
        for (int i = 0; i < all.Length; i++)
        {
            if (all[i].Number != i + 1)
            {
                throw new InvalidOperationException($"migration {all[i].Name} stands at place {i + 1}");
            }
        }

        return all;
    }
}
