using System.Text;
using PlayHouse.Dashboard.Model;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Experiments;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class ExperimentFormTests
{
    private static readonly IReadOnlyList<ExperimentEntry> Shipped = ExperimentFolder.List(FormFixture.Workspace);

    [Fact]
    public void Form_OfEveryShippedExperiment_WritesTheSameExperiment()
    {
        Assert.NotEmpty(Shipped);
        Assert.All(Shipped, entry =>
        {
            ExperimentForm form = ExperimentForm.Of(entry.Spec!);
            ExperimentReview review = ExperimentReview.Of(form, FormFixture.Workspace);

            Assert.Empty(review.Errors);
            Assert.NotNull(review.Plan);
            Assert.Equal(ExperimentReview.TextOf(entry.Spec!), ExperimentReview.TextOf(review.Spec!));
            Assert.Equal(new RunOptions(), ExperimentReview.Options(entry.Spec, review.Spec));
            Assert.Empty(form.Changes);
        });
    }

    [Fact]
    public void Form_OfEverythingAnExperimentCanSay_IsReadBack()
    {
        ExperimentSpec spec = Everything();
        string text = ExperimentReview.TextOf(spec);

        LoadedFile<ExperimentSpec> loaded = ExperimentLoader.Parse("x", Encoding.UTF8.GetBytes(text));

        Assert.Empty(loaded.Problems);
        Assert.Equal(text, ExperimentReview.TextOf(loaded.Value!));
        Assert.Equal(spec.Question, loaded.Value!.Question);
        Assert.Equal(spec.Claims, loaded.Value.Claims);
        Assert.Equal(spec.Primary, loaded.Value.Primary);
        Assert.Equal(spec.Arms["candidate"].Inject, loaded.Value.Arms["candidate"].Inject);
        Assert.Equal(64, loaded.Value.Arms["candidate"].Set["message-pool"].Knobs["retained"]);
        Assert.Equal(spec.Load, loaded.Value.Load);
        Assert.Equal(spec.Design, loaded.Value.Design);
        Assert.Equal(spec.Environment, loaded.Value.Environment);
    }

    [Fact]
    public void Address_OfAForm_BringsBackWhatWasTyped()
    {
        ExperimentForm source = ExperimentForm.Of(Shipped[0].Spec!);
        ExperimentForm typed = source.Taking([new(FormField.Connections, "abc & ü=1"), new(FormField.Question, ""), new(FormField.CandidateSet, "reply-codec:coded-output-stream")]);

        string address = FormAddress.Of(typed, Shipped[0].Name, null);
        ExperimentForm again = source.With(QueryWords.Of($"http://127.0.0.1/{address}"));

        Assert.Equal(FormField.All.Select(f => typed[f]), FormField.All.Select(f => again[f]));
        Assert.DoesNotContain("payload", address, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(FormField.Connections, "abc", FormField.Connections)]
    [InlineData(FormField.Connections, "0", FormField.Connections)]
    [InlineData(FormField.Depth, "1\nid: x", FormField.Depth)]
    [InlineData(FormField.Payload, "-1", FormField.Payload)]
    [InlineData(FormField.Rate, "fast", FormField.Rate)]
    [InlineData(FormField.Blocks, "5", FormField.Blocks)]
    [InlineData(FormField.Window, "0", FormField.Window)]
    [InlineData(FormField.Warmup, "x", FormField.Warmup)]
    [InlineData(FormField.Profile, "}", FormField.Profile)]
    [InlineData(FormField.Id, "../../etc", FormField.Id)]
    [InlineData(FormField.Id, "", FormField.Id)]
    [InlineData(FormField.Question, "", FormField.Question)]
    [InlineData(FormField.Scenario, "no-such", FormField.Scenario)]
    [InlineData(FormField.Mode, "sideways", FormField.Mode)]
    [InlineData(FormField.Layout, "sideways", FormField.Layout)]
    [InlineData(FormField.Hops, "perhaps", FormField.Hops)]
    [InlineData(FormField.Policy, "policies/../../secret.yaml", FormField.Policy)]
    [InlineData(FormField.Policy, "/etc/passwd", FormField.Policy)]
    [InlineData(FormField.CandidatePreset, "no-such", FormField.CandidatePreset)]
    [InlineData(FormField.CandidateSet, "reply-codec:no-such", "set-reply-codec")]
    [InlineData(FormField.CandidateSet, "reply-codec:write-to-span;x=1", "set-reply-codec")]
    [InlineData(FormField.CandidateSet, "reply-codec:to-byte-array", FormField.Arms)]
    [InlineData(FormField.BaselineSet, "reply-codec:to-byte-array,mux-chunk:table", "bset-mux-chunk")]
    public void Error_StandsAtItsField(string field, string text, string place)
    {
        ExperimentForm form = ExperimentForm.Of(Shipped.First(e => e.Name == "001-reply-codec").Spec!).Taking([new(field, text)]);

        ExperimentReview review = ExperimentReview.Of(form, FormFixture.Workspace);

        Assert.Contains(place, review.Errors.Select(e => e.Field));
        Assert.Null(review.Plan);
        Assert.Null(ExperimentReview.Options(Shipped[0].Spec, review.Spec));
    }

    [Fact]
    public void Errors_OfSeveralFields_AreSaidTogether()
    {
        ExperimentForm form = ExperimentForm.Of(Shipped[0].Spec!).Taking([new(FormField.Connections, "x"), new(FormField.Depth, "x"), new(FormField.Policy, "x")]);

        Assert.Equal([FormField.Connections, FormField.Depth, FormField.Policy], ExperimentReview.Of(form, FormFixture.Workspace).Errors.Select(e => e.Field));
    }

    [Theory]
    [InlineData("strategies.json", "{ \"version\": 1, \"set\": { \"mailbox\": { \"use\": \"buffer-block\" } } }")]
    [InlineData("strategies.json", "{ \"version\": 1, \"set\": { \"reply-codec\": \"write-to-span\" }, \"decision\": \"d-0007\" }")]
    [InlineData("strategies.json", "{ \"version\": 1, \"set\": { \"mailbox\": \"no-such\" } }")]
    [InlineData("roles.yaml", "nonsense: [")]
    public void Form_InAWorkspaceWithChoicesOfItsOwn_SaysWhatTheCommandLineSays(string file, string text)
    {
        LabWorkspace workspace = new(Directory.CreateTempSubdirectory("plab-form-").FullName);
        Directory.CreateDirectory(Path.Combine(workspace.Experiments, "policies"));
        File.Copy(Path.Combine(FormFixture.Workspace.Experiments, "policies", "default.yaml"), Path.Combine(workspace.Experiments, "policies", "default.yaml"));
        File.WriteAllText(Path.Combine(workspace.Root, file), text);
        ExperimentForm form = ExperimentForm.Of(Shipped.First(e => e.Name == "001-reply-codec").Spec!).Taking([new(FormField.BaselineSet, ""), new(FormField.CandidateSet, "reply-codec:write-to-span")]);

        ExperimentReview review = ExperimentReview.Of(form, workspace);

        string[] errors = [];
        RunPlan? plan = null;
        try
        {
            LoadedFile<ExperimentSpec> loaded = ExperimentLoader.Parse("x", Encoding.UTF8.GetBytes(review.Yaml));
            plan = RunPreparation.Prepare(workspace, loaded.Required(), loaded.Source, new RunOptions());
        }
        catch (LabInputException refused)
        {
            errors = [.. refused.Errors];
        }

        Assert.Equal(errors.Length, review.Errors.Count);
        Assert.Equal(plan?.Baseline.Strategies.Select(s => (s.Key, s.Value.Use)), review.Plan?.Baseline.Strategies.Select(s => (s.Key, s.Value.Use)));
        Assert.Equal(plan?.WorkspaceDefault?.Set.Keys, review.Plan?.WorkspaceDefault?.Set.Keys);
        Directory.Delete(workspace.Root, recursive: true);
    }

    [Fact]
    public void Warning_OfASecondToggle_IsSaidAndDoesNotStopIt()
    {
        ExperimentForm form = ExperimentForm.Of(Shipped.First(e => e.Name == "001-reply-codec").Spec!).Taking(
        [
            new(FormField.BaselineSet, "hand-over:per-receive-batch,reply-codec:to-byte-array"), new(FormField.CandidateSet, "hand-over:per-message,reply-codec:write-to-span"),
        ]);

        ExperimentReview review = ExperimentReview.Of(form, FormFixture.Workspace);

        Assert.Contains(review.Warnings, w => w.Field == FormField.Arms && w.Text.Contains("combination", StringComparison.Ordinal));
        Assert.NotNull(review.Plan);
    }

    [Fact]
    public void Size_WhenItChanges_BringsItsOwnBlocksAndSeconds()
    {
        ExperimentSpec file = InBlocks("008-concurrent-bag-pool");
        ExperimentForm form = ExperimentForm.Of(file);
        ExperimentForm changed = form.Taking([new(FormField.Kind, "pairs")]);

        Assert.Equal("15", form[FormField.Window]);
        Assert.Equal("auto", changed[FormField.Window]);
        ExperimentReview review = ExperimentReview.Of(changed, FormFixture.Workspace);
        RunOptions options = ExperimentReview.Options(file, review.Spec)!;
        Assert.Equal(new RunOptions { Design = DesignKind.Pairs }, options);
        Assert.Equal("plab run experiments/008-concurrent-bag-pool --design pairs", FormCommand.Of(changed, options));
        Assert.NotNull(review.Plan!.Pairs);
    }

    [Theory]
    [InlineData(FormField.Aa, "true", "--aa")]
    [InlineData(FormField.Hops, "true", "--hops")]
    [InlineData(FormField.Blocks, "9", "--blocks 9")]
    [InlineData(FormField.Rate, "2500", "--rate 2500")]
    [InlineData(FormField.Connections, "7", null)]
    [InlineData(FormField.Window, "7", null)]
    [InlineData(FormField.GcServer, "true", null)]
    [InlineData(FormField.Question, "Another one?", null)]
    [InlineData(FormField.CandidateSet, "reply-codec:coded-output-stream", null)]
    public void CommandLine_SaysAChangeOrTheFileHasToBeWritten(string field, string text, string? option)
    {
        // Hops are recorded in blocks of launches.
        const string Name = "001-reply-codec";
        ExperimentSpec file = field == FormField.Hops ? InBlocks(Name) : Shipped.First(e => e.Name == Name).Spec!;
        ExperimentForm form = ExperimentForm.Of(file).Taking([new(field, text)]);

        RunOptions? options = ExperimentReview.Options(file, ExperimentReview.Of(form, FormFixture.Workspace).Spec);

        Assert.Equal(option is null, options is null);
        Assert.EndsWith(option ?? Name, FormCommand.Of(form, options), StringComparison.Ordinal);
    }

    [Fact]
    public void Start_OfNothing_ProposesNameAndQuestionUntilSomebodyTypes()
    {
        ExperimentForm form = ExperimentStart.Named(ExperimentStart.Blank().With([new(FormField.BaselineSet, "mailbox:concurrent-queue"), new(FormField.CandidateSet, "mailbox:buffer-block")]), Shipped);

        Assert.Equal($"{Shipped.Count + 1:000}-mailbox", form[FormField.Id]);
        Assert.Contains("buffer-block", form[FormField.Question], StringComparison.Ordinal);
        Assert.DoesNotContain("id=", FormAddress.Of(form, null, null), StringComparison.Ordinal);
        ExperimentForm typed = ExperimentStart.Named(form.Taking([new(FormField.Id, "")]), Shipped);
        Assert.Equal("", typed[FormField.Id]);
    }

    [Fact]
    public void Start_OfARun_TakesANewName()
    {
        ExperimentForm form = ExperimentStart.OfRun(Shipped[0].Spec!, Shipped);

        Assert.Equal($"{Shipped.Count + 1:000}-{Shipped[0].Name[4..]}", form[FormField.Id]);
        Assert.Empty(form.Changes);
        Assert.Throws<LabInputException>(() => ExperimentStart.Required(Shipped, "../001-reply-codec"));
    }

    [Fact]
    public void Field_OfAnyLength_DoesNotReachTheForm()
    {
        ExperimentForm form = ExperimentStart.Blank().With([new(FormField.Question, new string('x', 100_000)), new("no-such-field", "x")]);

        Assert.Equal("", form[FormField.Question]);
    }

    private static ExperimentSpec InBlocks(string name)
    {
        ExperimentSpec file = Shipped.First(e => e.Name == name).Spec!;
        return file with { Load = file.Load with { RatePerSecond = 1_000 }, Design = new DesignSpec { Kind = DesignKind.Sequential, WindowSeconds = 15 } };
    }

    private static ExperimentSpec Everything() => new()
    {
        Id = "123-everything",
        Question = "Is \"this\"\\that: # [a] {b}, & *c ! | > ' % @ `\tü 한국어 🙂\u2028end?",
        Claims = ["seed 000 §2.2", "a \"quoted\" one: yes"],
        Primary = "bytes-per-message",
        Scenario = "c2s-echo",
        Load = new LoadSpec { Mode = LoadMode.Closed, Arrivals = Arrivals.Poisson, RatePerSecond = 1234.5, Connections = 7, Depth = 3, PayloadBytes = 128, Hops = true },
        Arms = new Dictionary<string, ArmSpec>
        {
            ["baseline"] = new() { Preset = "seed-000-final", Set = new Dictionary<string, StrategySetting> { ["mailbox"] = StrategySetting.Of("buffer-block") } },
            ["candidate"] = new()
            {
                Set = new Dictionary<string, StrategySetting> { ["message-pool"] = new("object-pool", new Dictionary<string, double> { ["retained"] = 64 }) },
                Inject = new InjectSpec { BytesPerMessage = 10, SpinMicroseconds = 1.5, ErrorRate = 0.25, StallMs = 3 },
            },
        },
        Design = new DesignSpec { Kind = DesignKind.Sequential, Blocks = 12, Layout = CpuLayout.Split, WarmupSeconds = 0.5, WindowSeconds = 2.25, Aa = true, ProfileEveryBlocks = 0 },
        Environment = new EnvironmentSpec { GcServer = true, GcConcurrent = false, TieredPgo = false, Compilation = CompilationMode.AtOnce, PoolSpin = true },
        Policy = "policies/default.yaml",
    };
}
