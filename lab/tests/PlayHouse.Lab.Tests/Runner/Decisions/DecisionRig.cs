using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Tests.Decisions;

/// <summary>A real store and service on a workspace of its own.</summary>
internal sealed class DecisionRig : IAsyncDisposable
{
    private readonly LabStore _store;
    private readonly FakeTimeProvider _clock;

    private DecisionRig(LabWorkspace workspace, LabService service, LabStore store, FakeTimeProvider clock)
    {
        Workspace = workspace;
        Service = service;
        _store = store;
        _clock = clock;
    }

    public LabWorkspace Workspace { get; }

    public LabService Service { get; }

    public string Folder => Workspace.Decisions;

    public string Strategies => File.Exists(Workspace.Strategies) ? File.ReadAllText(Workspace.Strategies) : "";

    public static async Task<DecisionRig> OpenAsync()
    {
        var workspace = new LabWorkspace(Directory.CreateTempSubdirectory("plab-decide-").FullName);
        Directory.CreateDirectory(workspace.Experiments);
        LabService service = await LabService.OpenAsync(workspace, CancellationToken.None);
        FakeTimeProvider clock = new(new DateTimeOffset(2025, 1, 2, 3, 4, 5, TimeSpan.Zero));
        return new DecisionRig(workspace, service, await LabStore.OpenAsync(workspace.Store, StoreMode.Write, clock), clock);
    }

    /// <summary>Another process's view of the same workspace.</summary>
    public Task<LabService> AnotherAsync() => LabService.OpenAsync(Workspace, CancellationToken.None);

    /// <summary>A run with a verdict that nothing speaks against: a full design that a run confirms which was declared before.</summary>
    public async Task<string> ConfirmedAsync(string id = "r-20250102-000000-main")
    {
        await AddAsync(id, VerdictKind.Keep, isShort: false);
        await AddAsync(id + "-again", VerdictKind.Keep, isShort: false, seed: 7, change: p => p with { Confirms = id });
        return id;
    }

    public async Task<string> AddAsync(
        string id, VerdictKind? kind, bool isShort = true, bool isAa = false, InjectSpec? inject = null, ulong seed = 1,
        Func<RunPlan, RunPlan>? change = null, RunState state = RunState.Completed, bool worse = false)
    {
        RunPlan plan = SampleReports.Plan(isAa, inject, isShort) with { RunId = id, Seed = seed };

        // Not what is shipped: keeping it changes something.
        plan = isAa ? plan : plan with { Baseline = With(plan.Baseline, "write-to-span"), Other = With(plan.Other, "coded-output-stream") };
        plan = (change?.Invoke(plan) ?? plan) with { RunId = id };
        _clock.Advance(TimeSpan.FromHours(2));
        await _store.Runs.CreateAsync(plan);
        await _store.Runs.SetStateAsync(id, RunState.Running);
        if (kind is { } word)
        {
            await _store.Results.SaveVerdictAsync(Verdict(id, word, worse), SampleReports.Attribution());
        }

        await _store.Runs.SetStateAsync(id, state);
        return id;
    }

    public Task<DecisionProposal> ProposeAsync(string subject, DecisionChoice choice = DecisionChoice.Keep, string reason = "It saves what it was made for.", string? overriding = null, string? title = null) =>
        Service.ProposeDecisionAsync(Request(subject, choice, reason, overriding, title), CancellationToken.None);

    public Task<StandingDecision> DecideAsync(string subject, DecisionChoice choice = DecisionChoice.Keep, string reason = "It saves what it was made for.", string? overriding = null, string? token = null, string? title = null) =>
        Service.DecideAsync(Request(subject, choice, reason, overriding, title), token, CancellationToken.None);

    public Task<StandingDecision> ApplyAsync(string id) => Service.ApplyDecisionAsync(id, CancellationToken.None);

    public Task<IReadOnlyList<StandingDecision>> ListAsync() => Service.DecisionsAsync(CancellationToken.None);

    public static DecisionRequest Request(string subject, DecisionChoice choice = DecisionChoice.Keep, string reason = "Why.", string? overriding = null, string? title = null) =>
        new() { Subject = subject, Choice = choice, Reason = reason, Override = overriding, Title = title };

    public static void Put(string path, string text) => File.WriteAllText(path, text);

    public static string Text(string path) => File.ReadAllText(path);

    public async ValueTask DisposeAsync()
    {
        await _store.DisposeAsync();
        await Service.DisposeAsync();
        Directory.Delete(Workspace.Root, recursive: true);
    }

    private static ResolvedArm With(ResolvedArm arm, string codec) =>
        arm with { Strategies = new Dictionary<string, StrategySetting>(arm.Strategies) { ["reply-codec"] = StrategySetting.Of(codec) } };

    private static VerdictRecord Verdict(string id, VerdictKind kind, bool worse)
    {
        VerdictRecord verdict = SampleReports.Keep();
        return verdict with
        {
            RunId = id,
            Kind = kind,
            IsProvisional = true,
            Estimates = [.. verdict.Estimates.Select(e => worse && e.Policy.Role == MetricRole.Primary ? e with { Class = MetricClass.WorsePractical } : e)],
        };
    }
}
