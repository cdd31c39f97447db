using System.Text;
using FsCheck;
using FsCheck.Fluent;
using PlayHouse.Lab.Runner.Budgets;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Tests.Budgets;
using PlayHouse.Lab.Runner.Tests.Roles;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Validate.Yaml;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Runner.Tests.Validate;

/// <summary>Mutated files: a loader answers with a record or with problems that have a place, never with an exception.</summary>
public sealed class LoaderFuzzTests(ITestOutputHelper output)
{
    private const int Files = 3_000;
    private static readonly string[] Fragments =
    [
        "{", "}", "[", "]", ":", ": ", ",", "\n", "\n  ", "- ", "? ", "&a ", "*a", "!!int ", "!<x> ", "'", "\"", "\\", "#", "|", ">", "%YAML 1.2\n",
        "---\n", "...\n", "\t", "~", "null", "true", "auto", "-1", "1e999", "0x10", "99999999999999999999", "<<: ", "{a: {a: {a: ", "\0", "\u0085", "\uFEFF",
        "배치", "\r\n", "@", "`", "? ? ? ", "- - - - ", "\"\\x", "\"\\uD800\"", "!", "&", "*", "%", "  ", "version: 1\n",
    ];

    [Fact]
    public void Load_MutatedFiles_AlwaysGiveARecordOrPlacedProblems()
    {
        int good = 0, bad = 0;
        Gen<byte[]> mutated =
            from text in Gen.Elements(ExperimentLoaderTests.Good, PolicyLoaderTests.Good, RoleFileTests.Good, BudgetFileTests.Good)
            from edits in Gen.ListOf(Edit(), 6)
            from count in Gen.Choose(1, 3)
            select edits.Take(count).Aggregate(Encoding.UTF8.GetBytes(text), (bytes, edit) => edit(bytes));
        Prop.ForAll(mutated.ToArbitrary(), bytes =>
        {
            bool isExperiment = Check(ExperimentLoader.Parse("x.yaml", bytes), bytes);
            bool isPolicy = Check(PolicyLoader.Parse("x.yaml", bytes), bytes);
            bool isRoles = Check(RoleFile.Parse("x.yaml", bytes), bytes);
            bool isBudgets = Check(BudgetFile.Parse("x.yaml", bytes), bytes);
            _ = isExperiment || isPolicy || isRoles || isBudgets ? good++ : bad++;
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(Files).WithReplay(0x9E3779B97F4A7C15UL, 0xD1B54A32D192ED03UL));

        output.WriteLine($"seed fixed, {good} still good, {bad} refused");
        Assert.True(bad > Files / 2 && good > 20, "the mutations must reach both answers");
    }

    private static bool Check<T>(LoadedFile<T> file, byte[] bytes)
        where T : class
    {
        int lines = 1 + Encoding.UTF8.GetString(bytes).Count(c => c is '\n' or '\r' or '\u0085' or '\u2028' or '\u2029');
        Assert.Equal(file.Value is null, file.Problems.Count > 0);
        Assert.InRange(file.Problems.Count, 0, YamlFileReader.MaxProblems);
        foreach (FileProblem problem in file.Problems)
        {
            Assert.InRange(problem.Line, 1, lines + 1);
            Assert.True(problem.Column >= 1);
            Assert.NotEmpty(problem.Message);
            Assert.DoesNotContain(problem.ToString(), c => char.IsControl(c));
        }

        return file.Value is not null;
    }

    private static Gen<Func<byte[], byte[]>> Edit() =>
        from kind in Gen.Choose(0, 4)
        from at in Gen.Choose(0, 100_000)
        from length in Gen.Choose(1, 24)
        from fragment in Gen.Elements(Fragments)
        from value in Gen.Choose(0, 255)
        select new Func<byte[], byte[]>(bytes => Apply(bytes, kind, at, length, fragment, (byte)value));

    private static byte[] Apply(byte[] bytes, int kind, int at, int length, string fragment, byte value)
    {
        int start = bytes.Length == 0 ? 0 : at % bytes.Length;
        int end = Math.Min(start + length, bytes.Length);
        return kind switch
        {
            0 => [.. bytes[..start], .. Encoding.UTF8.GetBytes(fragment), .. bytes[start..]],
            1 => [.. bytes[..start], .. bytes[end..]],
            2 => [.. bytes[..start], .. bytes[start..end], .. bytes[start..]],
            3 => [.. bytes[..start], value, .. bytes[Math.Min(start + 1, bytes.Length)..]],
            _ => [.. bytes[..start], .. Encoding.UTF8.GetBytes(fragment), .. bytes[end..]],
        };
    }
}
