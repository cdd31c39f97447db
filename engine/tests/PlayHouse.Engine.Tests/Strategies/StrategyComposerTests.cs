using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;
using PlayHouse.Multiplexer;

namespace PlayHouse.Engine.Tests.Strategies;

/// <summary>What the composer makes of two seams of its own, and what it says of types that it cannot build.</summary>
public sealed class StrategyComposerTests
{
    private static readonly SeamDescriptor[] Seams =
    [
        new("door-bell", "", "", [Of("door-bell", "loud", typeof(Loud), isDefault: true), Of("door-bell", "echoing", typeof(Echoing<>)), Of("door-bell", "choosy", typeof(Choosy))]),
        new("lamp", "", "", [Of("lamp", "bright", typeof(Bright), isDefault: true)]),
    ];

    [Fact]
    public void Create_OfAGenericType_ClosesItOverTheChosenStrategiesAndTheirs()
    {
        House<Echoing<Bright>> house = Assert.IsType<House<Echoing<Bright>>>(Composer("echoing").Create(typeof(House<>)));

        Assert.Equal("echoing bright", house.Ring());
    }

    [Fact]
    public void Create_OfAConstructor_GivesTheChoiceAndWhatIsGiven()
    {
        StrategyComposer composer = new(Seams, SelectionRules.Resolve(StrategySelection.Default.With("door-bell", new StrategyChoice("loud", new Dictionary<string, double> { ["volume"] = 7 })), Seams));

        Assert.Equal("loud 7", Assert.IsType<Loud>(composer.Create<IBell>("door-bell")).Ring());
        Assert.Equal("given 5", Assert.IsType<Choosy>(Composer("choosy").Create<IBell>("door-bell", "given", 5L)).Ring());
    }

    [Fact]
    public void Describe_ReadsTheTypesThatAreBuilt_NotTheChoices()
    {
        Dictionary<string, string> built = Composer("echoing").Describe([typeof(House<Loud>), typeof(string)]);

        Assert.Equal(["door-bell"], built.Keys);
        Assert.StartsWith("loud", built["door-bell"], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(typeof(Unknown<>), "TGarden of Unknown`1 spells no seam and is not bound.")]
    [InlineData(typeof(Strict<>), "Strict`1 cannot be built of Loud: ")]
    [InlineData(typeof(Undecided), "Undecided has 2 public constructors; a strategy has one at most.")]
    [InlineData(typeof(Asking), "Asking asks for a Version, which it is not given.")]
    public void Create_OfATypeThatCannotBeBuilt_SaysWhy(Type type, string says) =>
        Assert.Contains(says, Assert.Throws<InvalidOperationException>(() => Composer("loud").Create(type)).Message, StringComparison.Ordinal);

    /// <summary>Ids and types are unique, so that a type tells which strategy it is, and every type is code of this engine.</summary>
    [Fact]
    public void Types_OfEveryCatalogue_NameOneStrategyEach()
    {
        foreach (IReadOnlyList<SeamDescriptor> seams in (IReadOnlyList<SeamDescriptor>[])[StrategyCatalog.Seams, FastPortCatalog.Seams, MultiplexerCatalog.Seams])
        {
            StrategyDescriptor[] all = [.. seams.SelectMany(s => s.Strategies)];
            Assert.Equal(all.Length, all.Select(s => s.Type).Distinct().Count());
            Assert.Equal(all.Length, all.Select(s => $"{s.Seam} {s.Id}").Distinct().Count());
            Assert.All(all, s => Assert.StartsWith("PlayHouse.", s.Type.Namespace, StringComparison.Ordinal));
        }
    }

    [Fact]
    public void Strategy_ThatNeedsAnotherSystem_IsRefusedWithThoseThatDoNot()
    {
        StrategyDescriptor abroad = Of("door-bell", "abroad", typeof(Loud)) with { Needs = OperatingSystem.IsLinux() ? "Windows" : "Linux" };
        StrategyDescriptor here = Of("door-bell", "here", typeof(Choosy)) with { Needs = OperatingSystem.IsLinux() ? "Linux" : "Windows" };
        SeamDescriptor[] seams = [Seams[0] with { Strategies = [.. Seams[0].Strategies, abroad, here] }];

        Assert.Equal(
            [$"Strategy 'abroad' of seam 'door-bell' needs {abroad.Needs}, which this is not. Run it there, or choose loud, echoing, choosy, here."],
            SelectionRules.Validate(StrategySelection.Default.With("door-bell", "abroad"), seams));
        Assert.Empty(SelectionRules.Validate(StrategySelection.Default.With("door-bell", "here"), seams));
    }

    private static StrategyComposer Composer(string bell) => new(Seams, SelectionRules.Resolve(StrategySelection.Default.With("door-bell", bell), Seams));

    private static StrategyDescriptor Of(string seam, string id, Type type, bool isDefault = false) => new()
    {
        Seam = seam,
        Id = id,
        Type = type,
        Summary = id,
        Source = "a test",
        IsDefault = isDefault,
        Counters = [],
        Knobs = id == "loud" ? [new KnobDescriptor("volume", "steps", 0, 10, 3, "How loud.")] : [],
        Bytes = [],
    };

    private interface IBell
    {
        string Ring();
    }

    private readonly struct Loud(StrategyChoice choice) : IBell
    {
        private readonly double _volume = choice.Knobs["volume"];

        public string Ring() => $"loud {_volume}";
    }

    private readonly struct Echoing<TLamp>(TLamp lamp) : IBell
        where TLamp : struct
    {
        public string Ring() => $"echoing {lamp}";
    }

    private readonly struct Choosy(string word, long number) : IBell
    {
        public string Ring() => $"{word} {number}";
    }

    private readonly struct Bright
    {
        public override string ToString() => "bright";
    }

    private sealed class House<TDoorBell>(TDoorBell bell)
        where TDoorBell : struct, IBell
    {
        public string Ring() => bell.Ring();
    }

    private sealed class Unknown<TGarden>
        where TGarden : struct;

    private sealed class Strict<TDoorBell>
        where TDoorBell : class;

    private sealed class Undecided
    {
        public Undecided()
        {
        }

        public Undecided(int rooms) => _ = rooms;
    }

    private sealed class Asking(Version version)
    {
        public Version Version => version;
    }
}
