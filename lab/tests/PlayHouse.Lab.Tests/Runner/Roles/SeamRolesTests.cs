using System.Collections;
using System.Reflection;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Multiplexer;

namespace PlayHouse.Lab.Runner.Tests.Roles;

/// <summary>The rules of the seams against the catalogues and against the tables by which servers say what they are built of.</summary>
public sealed class SeamRolesTests
{
    private static readonly Assembly[] Subjects = [typeof(StrategyCatalog).Assembly, typeof(FastPortCatalog).Assembly, typeof(MultiplexerCatalog).Assembly];

    [Fact]
    public void Rules_EverySeamOfEveryCatalogue_HasOneAndNoOther()
    {
        string[] seams = [.. EngineCatalog.Shipped.Seams.Concat(FastPortCatalog.Seams).Concat(MultiplexerCatalog.Seams).Select(s => s.Id).Distinct().Order(StringComparer.Ordinal)];

        Assert.Equal(seams, SeamRoles.Map.Roles.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Rules_EachPattern_CoversATypeThatIsThere()
    {
        string[] methods = [.. Subjects.SelectMany(a => a.GetTypes()).Where(t => !t.IsNested).Select(Method)];

        Assert.All(SeamRoles.Rules, rule => Assert.Contains(methods, m => NamePattern.Behind(rule.Types, m) is not null));
    }

    [Fact]
    public void Map_EveryTypeThatServersNameAsAVariant_PlaysItsSeam()
    {
        var checkedTypes = 0;
        foreach (IDictionary table in Subjects.SelectMany(a => a.GetTypes()).Where(t => t.Name.EndsWith("VariantNames", StringComparison.Ordinal)).Select(Table))
        {
            foreach (DictionaryEntry entry in table)
            {
                (string seam, _) = ((string, string))entry.Value!;
                Assert.Equal(seam, SeamRoles.Map.RoleOf(Method((Type)entry.Key)));
                checkedTypes++;
            }
        }

        Assert.True(checkedTypes >= 50, $"only {checkedTypes} variants were found");
    }

    private static IDictionary Table(Type names) =>
        (IDictionary)names.GetField("Names", BindingFlags.Static | BindingFlags.NonPublic)!.GetValue(null)!;

    private static string Method(Type type) => FrameNames.Normalise($"{type.FullName}.Run()");
}
