using System.Reflection;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Multiplexer;

namespace PlayHouse.Lab.Runner.Tests.Roles;

/// <summary>The rules of the seams against the catalogues and the types in them.</summary>
public sealed class SeamRolesTests
{
    private static readonly Assembly[] Subjects = [typeof(StrategyCatalog).Assembly, typeof(FastPortCatalog).Assembly, typeof(MultiplexerCatalog).Assembly];

    // The lab's catalogue has the engine's and the multiplexer's.
    private static readonly SeamDescriptor[] Seams = [.. EngineCatalog.Shipped.Seams, .. FastPortCatalog.Seams];

    [Fact]
    public void Rules_EverySeamOfEveryCatalogue_HasOneAndNoOther()
    {
        string[] seams = [.. Seams.Select(s => s.Id).Distinct().Order(StringComparer.Ordinal)];

        Assert.Equal(seams, SeamRoles.Map.Roles.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Rules_EachPattern_CoversATypeThatIsThere()
    {
        string[] methods = [.. Subjects.SelectMany(a => a.GetTypes()).Where(t => !t.IsNested).Select(Method)];

        Assert.All(SeamRoles.Rules, rule => Assert.Contains(methods, m => NamePattern.Behind(rule.Types, m) is not null));
    }

    [Fact]
    public void Map_EveryTypeThatIsAStrategy_PlaysItsSeam()
    {
        Assert.All(MultiplexerCatalog.Seams, seam => Assert.Contains(seam, Seams));
        Assert.All(Seams.SelectMany(s => s.Strategies), strategy => Assert.Equal(strategy.Seam, SeamRoles.Map.RoleOf(Method(strategy.Type))));
    }

    private static string Method(Type type) => FrameNames.Normalise($"{type.FullName}.Run()");
}
