using System.Text;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Validate.Yaml;

namespace PlayHouse.Lab.Runner.Tests.Validate;

public sealed class ExperimentLoaderTests
{
    internal const string Good = """
        version: 1
        id: 001-reply-codec
        question: Does it matter?
        claims: ["seed 000 §2.2"]
        scenario: c2s-proto-echo
        load: { mode: open, arrivals: poisson, rate: 1250.5, connections: 7, depth: 4, payloadBytes: 65, hops: true }
        arms:
          baseline: { preset: default, set: { reply-codec: to-byte-array } }
          candidate:
            preset: default
            set:
              reply-codec: write-to-span
              mailbox: { use: channel-bounded, capacity: 64 }
            inject: { bytesPerMessage: 64, spinMicroseconds: 1.5, errorRate: 0.25, stallMs: 3 }
        design: { kind: sequential, blocks: 8, layout: split, warmupSeconds: auto, windowSeconds: 2.5, aa: false, profile: { everyBlocks: 0 } }
        environment: { gcServer: true, gcConcurrent: false, tieredPgo: false, compilation: runtime, poolSpin: true }
        policy: policies/strict.yaml

        """;

    [Fact]
    public void Load_EveryKey_ReachesTheRecord()
    {
        LoadedFile<ExperimentSpec> file = Parse(Good);

        Assert.Empty(file.Problems);
        ExperimentSpec spec = file.Value!;
        Assert.Equal(("001-reply-codec", "Does it matter?", "c2s-proto-echo", "policies/strict.yaml"), (spec.Id, spec.Question, spec.Scenario, spec.Policy));
        Assert.Equal(["seed 000 §2.2"], spec.Claims);
        Assert.Equal(
            new LoadSpec { Mode = LoadMode.Open, Arrivals = Arrivals.Poisson, RatePerSecond = 1250.5, Connections = 7, Depth = 4, PayloadBytes = 65, Hops = true },
            spec.Load);
        Assert.Equal(
            new DesignSpec { Kind = DesignKind.Sequential, Blocks = 8, Layout = CpuLayout.Split, WarmupSeconds = null, WindowSeconds = 2.5, ProfileEveryBlocks = 0 },
            spec.Design);
        Assert.Equal(new EnvironmentSpec { GcServer = true, GcConcurrent = false, TieredPgo = false, Compilation = CompilationMode.Runtime, PoolSpin = true }, spec.Environment);
        Assert.Equal("to-byte-array", spec.Arms["baseline"].Set["reply-codec"].Use);
        StrategySetting mailbox = spec.Arms["candidate"].Set["mailbox"];
        Assert.Equal(("channel-bounded", 64.0), (mailbox.Use, Assert.Single(mailbox.Knobs).Value));
        Assert.Equal(
            new InjectSpec { BytesPerMessage = 64, SpinMicroseconds = 1.5, ErrorRate = 0.25, StallMs = 3 }, spec.Arms["candidate"].Inject);
    }

    [Fact]
    public void Load_OnlyRequiredKeys_HasTheRecordsDefaults()
    {
        ExperimentSpec spec = Parse("""
            version: 1
            id: 001-x
            question: why
            scenario: c2s-echo
            arms: { baseline: {}, candidate: {} }
            """).Value!;

        Assert.Equal(new LoadSpec(), spec.Load);
        Assert.Equal(new DesignSpec(), spec.Design);
        Assert.Equal(new EnvironmentSpec { Compilation = CompilationMode.AtOnce, PoolSpin = false }, spec.Environment);
        Assert.Equal("policies/default.yaml", spec.Policy);
    }

    [Theory]
    [InlineData("id: 001-reply-codec", "idd: 001-reply-codec", "2:1: the file has no key 'idd'; did you mean 'id'?")]
    [InlineData("id: 001-reply-codec", "idd: 001-reply-codec", "1:1: the file lacks the key 'id'")]
    [InlineData("version: 1", "version: 2", "1:10: version is 2")]
    [InlineData("connections: 7", "conections: 7", "6:54: load has no key 'conections'; did you mean 'connections'?")]
    [InlineData("connections: 7", "connections: 0", "6:67: load.connections is 0, it takes a whole number from 1 to 18000")]
    [InlineData("connections: 7", "connections: 18001", "6:67: load.connections is 18001")]
    [InlineData("connections: 7", "connections: 7.5", "load.connections is 7.5")]
    [InlineData("connections: 7", "connections: \"7\"", "load.connections takes a whole number from 1 to 18000; take the quotes away")]
    [InlineData("connections: 7", "connections: 1e400", "load.connections takes a whole number")]
    [InlineData("connections: 7", "connections: .nan", "load.connections takes a whole number")]
    [InlineData("depth: 4", "depth: 10001", "load.depth is 10001, it takes a whole number from 1 to 10000")]
    [InlineData("payloadBytes: 65", "payloadBytes: 2097152", "load.payloadBytes is 2097152, it takes a whole number from 0 to 1048576")]
    [InlineData("rate: 1250.5", "rate: aut", "load.rate takes 'auto' or a number from 1 to 10000000; did you mean 'auto'?")]
    [InlineData("rate: 1250.5", "rate: 0", "load.rate is 0")]
    [InlineData("mode: open", "mode: opn", "load.mode does not know 'opn'; did you mean 'open'?")]
    [InlineData("mode: open", "mode: [open]", "load.mode takes one word")]
    [InlineData("windowSeconds: 2.5", "windowSeconds: 601", "design.windowSeconds is 601")]
    [InlineData("blocks: 8", "blocks: 5", "design.blocks is 5, it takes a whole number from 6 to 200")]
    [InlineData("aa: false", "aa: no", "design.aa takes true or false; did you mean 'false'?")]
    [InlineData("everyBlocks: 0", "everyBlocks: -1", "design.profile.everyBlocks is -1")]
    [InlineData("stallMs: 3", "stallMs: 3, stallMs: 4", "the key 'stallMs' stands here a second time")]
    [InlineData("errorRate: 0.25", "errorRate: 1.25", "arms.candidate.inject.errorRate is 1.25, it takes a number from 0 to 1")]
    [InlineData("capacity: 64", "capacity: lots", "arms.candidate.set.mailbox.capacity takes a number")]
    [InlineData("use: channel-bounded, ", "", "arms.candidate.set.mailbox lacks the key 'use'")]
    [InlineData("reply-codec: write-to-span", "reply-codec: true", "arms.candidate.set.reply-codec takes text; put the value in quotes")]
    [InlineData("reply-codec: write-to-span", "reply-codec:", "arms.candidate.set.reply-codec has no value")]
    [InlineData("reply-codec: write-to-span", "Reply Codec: write-to-span", "arms.candidate.set has the key 'Reply Codec', it takes the id of a seam")]
    [InlineData("  candidate:", "  other:", "arms has no key 'other'; known: baseline, candidate")]
    [InlineData("  candidate:", "  other:", "arms lacks the key 'candidate'")]
    [InlineData("  candidate:", "  candidat:", "arms has no key 'candidat'; did you mean 'candidate'?")]
    [InlineData("question: Does it matter?", "question: &q Does it matter?", "3:11: anchors ('&name') are not allowed")]
    [InlineData("question: Does it matter?", "question: *q", "aliases ('*name') are not allowed")]
    [InlineData("question: Does it matter?", "question: !!str x", "3:11: tags ('!name') are not allowed")]
    [InlineData("question: Does it matter?", "question: 42", "question takes text; put the value in quotes")]
    [InlineData("question: Does it matter?", "question: \"  \"", "question is empty")]
    [InlineData("question: Does it matter?", "<<: { id: x }", "the file has no key '<<'")]
    [InlineData("policy: policies/strict.yaml", "policy: ../../etc/x.yaml", "policy is '../../etc/x.yaml', it takes a .yaml file below the experiments folder")]
    [InlineData("policy: policies/strict.yaml", "policy: /etc/x.yaml", "policy is '/etc/x.yaml'")]
    [InlineData("policy: policies/strict.yaml", "--- \nversion: 1", "the file holds a second document")]
    [InlineData("claims: [\"seed 000 §2.2\"]", "claims: seed 000", "claims takes a list")]
    [InlineData("claims: [\"seed 000 §2.2\"]", "? [a, b]\n: c", "a key is plain text")]
    [InlineData("claims: [\"seed 000 §2.2\"]", "claims: [\"seed", "this is not YAML")]
    public void Load_OneMistake_IsReportedWithPlaceAndRemedy(string good, string bad, string expected)
    {
        Assert.Contains(good, Good, StringComparison.Ordinal);
        LoadedFile<ExperimentSpec> file = Parse(Good.Replace(good, bad, StringComparison.Ordinal));

        Assert.Null(file.Value);
        Assert.Contains(file.Problems, p => p.ToString().Contains(expected, StringComparison.Ordinal));
        Assert.Throws<LabInputException>(file.Required);
    }

    [Fact]
    public void Load_ManyMistakes_ReportsAllInFileOrder()
    {
        LoadedFile<ExperimentSpec> file = Parse(Good
            .Replace("version: 1", "version: 3", StringComparison.Ordinal)
            .Replace("depth: 4", "depth: none", StringComparison.Ordinal)
            .Replace("layout: split", "layout: spit", StringComparison.Ordinal)
            .Replace("gcServer: true", "gcServer: 1", StringComparison.Ordinal));

        Assert.Equal([1, 6, 15, 16], file.Problems.Select(p => p.Line));
    }

    [Fact]
    public void Load_AaWithoutCandidate_IsAllowed()
    {
        string text = Good[..Good.IndexOf("  candidate:", StringComparison.Ordinal)] + "design: { aa: true }\n";

        Assert.NotNull(Parse(text).Value);
        Assert.Null(Parse(text.Replace("aa: true", "aa: false", StringComparison.Ordinal)).Value);
    }

    [Theory]
    [InlineData(new byte[] { 0x76, 0x0A, 0xFF, 0x0A }, 2, 1, "not UTF-8")]
    [InlineData(new byte[] { 0x76, 0xC3 }, 1, 2, "not UTF-8")]
    [InlineData(new byte[] { 0x61, 0x00, 0x62 }, 1, 2, "U+0000")]
    [InlineData(new byte[] { 0x61, 0x1B, 0x5B }, 1, 2, "U+001B")]
    [InlineData(new byte[0], 1, 1, "the file is empty")]
    [InlineData(new byte[] { 0x2D, 0x20, 0x61 }, 1, 1, "not a mapping")]
    public void Load_BytesThatAreNoTextFile_AreRefusedWithTheirPlace(byte[] bytes, int line, int column, string expected)
    {
        FileProblem problem = Assert.Single(ExperimentLoader.Parse("x.yaml", bytes).Problems);

        Assert.Equal((line, column), (problem.Line, problem.Column));
        Assert.Contains(expected, problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Load_FileAtAndAboveTheLimit_TellsThemApart()
    {
        string folder = Directory.CreateTempSubdirectory("plab-load-").FullName;
        try
        {
            string path = Path.Combine(folder, ExperimentLoader.FileName);
            string padded = Good + new string('#', YamlFileReader.MaxBytes - Encoding.UTF8.GetByteCount(Good));
            File.WriteAllText(path, padded);
            Assert.NotNull(ExperimentLoader.Load(folder).Value);
            File.AppendAllText(path, "#");
            Assert.Contains("larger than 1048576 bytes", Assert.Single(ExperimentLoader.Load(path).Problems).Message, StringComparison.Ordinal);
            Assert.Contains("cannot be read", Assert.Single(ExperimentLoader.Load(Path.Combine(folder, "none.yaml")).Problems).Message, StringComparison.Ordinal);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void Load_DeepWideOrEndlessFiles_EndWithAProblem()
    {
        string deep = "version: " + new string('[', 200_000);
        string wide = "version: [" + string.Concat(Enumerable.Repeat("1,", 300_000)) + "]";
        string keys = string.Concat(Enumerable.Range(0, 9_000).Select(i => $"k{i}: 1\n"));
        string[] patterns = ["- ", "? ", "{a: ", "a: ", "!", "\\n", "\n", " ", "'", "a\n ", "# ", "\"\\x41", "|\n "];
        IEnumerable<string> repeated = patterns.Select(p => "version: " + string.Concat(Enumerable.Repeat(p, 1_000_000 / p.Length)));
        foreach (string text in new[] { deep, wide, keys }.Concat(repeated))
        {
            LoadedFile<ExperimentSpec> file = Parse(text);
            Assert.Null(file.Value);
            Assert.InRange(file.Problems.Count, 1, YamlFileReader.MaxProblems);
        }

        Assert.Contains(Parse(deep).Problems, p => p.Message.Contains($"deeper than {YamlFileReader.MaxDepth}", StringComparison.Ordinal));
        Assert.Contains(Parse(wide).Problems, p => p.Message.Contains($"more than {YamlFileReader.MaxValues} values", StringComparison.Ordinal));
    }

    [Fact]
    public void Load_ControlCharactersInText_NeverReachTheMessage()
    {
        LoadedFile<ExperimentSpec> file = Parse(Good.Replace("mode: open", "mode: \"\\e[31mred\\a\"", StringComparison.Ordinal));

        Assert.DoesNotContain(file.Problems, p => p.ToString().Any(char.IsControl));
        Assert.Contains(file.Problems, p => p.Message.Contains("?[31mred?", StringComparison.Ordinal));
    }

    internal static LoadedFile<ExperimentSpec> Parse(string text) => ExperimentLoader.Parse("x.yaml", Encoding.UTF8.GetBytes(text));
}
