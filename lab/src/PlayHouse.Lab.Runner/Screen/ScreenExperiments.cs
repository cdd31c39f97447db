using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner.Experiments;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>Experiments of two arms that follow from a screen, as files that 'plab run' takes.</summary>
internal static class ScreenExperiments
{
    private const int IdLengthMax = Validate.ExperimentRules.IdLengthMax;

    /// <summary>An arm that stands at a combination: the arm given, with every seam of the screen written out.</summary>
    public static ArmSpec Arm(ArmSpec basis, ScreenPlan screen, int cell)
    {
        var set = new Dictionary<string, StrategySetting>(basis.Set);
        foreach ((string seam, StrategySetting setting) in ScreenPlan.StrategiesOf(new Dictionary<string, StrategySetting>(), screen.Factors, cell))
        {
            set[seam] = setting;
        }

        return basis with { Set = set, Inject = screen.InjectOf(cell) };
    }

    /// <summary>Id of the experiment of a proposal: equal whenever the run is read again.</summary>
    public static string IdOf(RunPlan plan, string name)
    {
        string number = plan.Experiment.Id[..plan.Experiment.Id.IndexOf('-', StringComparison.Ordinal)];
        string words = string.Concat(name.ToLowerInvariant().Select(c => char.IsAsciiLetterOrDigit(c) ? c : '-'));
        string id = $"{number}-{plan.RunId[2..].ToLowerInvariant()}-{string.Join('-', words.Split('-', StringSplitOptions.RemoveEmptyEntries))}";
        return (id.Length > IdLengthMax ? id[..IdLengthMax] : id).TrimEnd('-');
    }

    /// <summary>Writes the experiment of a proposal where drafts are kept. Gives what a command line names it by.</summary>
    public static string Write(LabWorkspace workspace, RunPlan plan, ScreenProposal proposal) =>
        ExperimentFolder.SaveDraft(workspace, proposal.ExperimentId, ScreenExperimentFile.Of(Spec(plan, proposal)));

    /// <summary>The proposal with its path, where its file is there.</summary>
    public static ScreenProposal Located(LabWorkspace workspace, ScreenProposal proposal)
    {
        string folder = Path.Combine(workspace.Drafts, proposal.ExperimentId);
        return File.Exists(Path.Combine(folder, Validate.ExperimentLoader.FileName))
            ? proposal with { Path = Path.GetRelativePath(workspace.Root, folder) }
            : proposal;
    }

    private static ExperimentSpec Spec(RunPlan plan, ScreenProposal proposal)
    {
        ArmSpec basis = plan.Experiment.Arms[ArmNames.Baseline];
        return plan.Experiment with
        {
            Id = proposal.ExperimentId,
            Question = proposal.Question,
            Arms = new Dictionary<string, ArmSpec>
            {
                [ArmNames.Baseline] = Arm(basis, plan.Screen!, proposal.Baseline),
                [ArmNames.Candidate] = Arm(basis, plan.Screen!, proposal.Candidate),
            },
            Load = plan.Experiment.Load with { RatePerSecond = plan.RatePerSecond ?? plan.Experiment.Load.RatePerSecond },
            Design = new DesignSpec { Layout = plan.Experiment.Design.Layout },
        };
    }
}
