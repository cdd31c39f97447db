using PlayHouse.Lab.Runner.Validate.Yaml;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>The steps every lab file goes through: bytes, tree, rules, further checks, record.</summary>
internal static class FileLoading
{
    public static LoadedFile<T> Load<T>(string file, ObjectRule rule, Action<YamlMap, List<FileProblem>> checkFurther, Func<YamlMap, T> bind)
        where T : class
    {
        List<FileProblem> problems = [];
        byte[]? bytes = YamlFileReader.ReadBytes(file, problems);
        return bytes is null ? new LoadedFile<T> { Problems = problems } : Parse(file, bytes, rule, checkFurther, bind);
    }

    public static LoadedFile<T> Parse<T>(
        string file, byte[] bytes, ObjectRule rule, Action<YamlMap, List<FileProblem>> checkFurther, Func<YamlMap, T> bind)
        where T : class
    {
        List<FileProblem> problems = [];
        var checker = new ValueChecker(file, problems);
        YamlMap? root = YamlFileReader.Read(file, bytes, problems);
        if (root is not null)
        {
            checker.Check(root, rule, "");
            checkFurther(root, problems);
        }

        bool isGood = root is not null && problems.Count == 0;
        return new LoadedFile<T>
        {
            Value = isGood ? bind(root!) : null,
            Problems = [.. problems.OrderBy(p => p.Line).ThenBy(p => p.Column)],
            Source = checker.Source,
            Bytes = bytes,
        };
    }
}

/// <summary>Reads values of a tree that the rules have passed.</summary>
internal static class YamlBinding
{
    public static YamlMap? Map(this YamlMap map, string key) => map[key] as YamlMap;

    public static string? Text(this YamlMap? map, string key) => (map?[key] as YamlText)?.Text;

    public static double? Number(this YamlMap? map, string key) =>
        map?[key] is { } value && ValueChecker.TryNumber(value, out double number) ? number : null;

    public static int? Whole(this YamlMap? map, string key) => (int?)map.Number(key);

    public static bool? Flag(this YamlMap? map, string key) => map.Text(key) is { } text ? text == "true" : null;

    public static T? Word<T>(this YamlMap? map, string key)
        where T : struct, Enum => map.Text(key) is { } text ? Enum.Parse<T>(text, ignoreCase: true) : null;
}
