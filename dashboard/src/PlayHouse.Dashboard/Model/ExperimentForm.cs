using System.Globalization;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Dashboard.Model;

/// <summary>
/// An experiment as it is typed: texts, some of which may be wrong. What it starts from stays in the address next to what was changed,
/// so a reload shows what was typed. Immutable.
/// </summary>
internal sealed record ExperimentForm
{
    private const string AutoWord = "auto";

    private ExperimentForm()
    {
    }

    /// <summary>Published claims; they come with the experiment it starts from.</summary>
    public IReadOnlyList<string> Claims { get; private init; } = [];

    /// <summary>The metric that is tested first; it comes with the experiment it starts from.</summary>
    public string? Primary { get; private init; }

    /// <summary>Planted effect of the baseline; null in every honest experiment.</summary>
    public InjectSpec? BaselineInject { get; private init; }

    /// <summary>Planted effect of the candidate.</summary>
    public InjectSpec? CandidateInject { get; private init; }

    /// <summary>Objective of a capacity design; it comes with the experiment it starts from.</summary>
    public SloSpec? Slo { get; private init; }

    private Dictionary<string, string> Source { get; init; } = [];

    private Dictionary<string, string> Values { get; init; } = [];

    /// <summary>The text of a field.</summary>
    public string this[string field] => Values[field];

    /// <summary>Strategies of an arm, by the field they stand in.</summary>
    public IReadOnlyDictionary<string, SeamChoice> Set(string field) => SetText.Read(Values[field]);

    /// <summary>True when a box is ticked.</summary>
    public bool Is(string field) => Values[field] == "true";

    /// <summary>What differs from what it starts from, for the address.</summary>
    public IReadOnlyDictionary<string, string> Changes => Values.Where(v => v.Value != Source[v.Key]).ToDictionary();

    /// <summary>Of an experiment as it stands.</summary>
    public static ExperimentForm Of(ExperimentSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        Dictionary<string, string> values = ValuesOf(spec);
        return new ExperimentForm
        {
            Source = values,
            Values = values,
            Claims = spec.Claims,
            Primary = spec.Primary,
            Slo = spec.Design.Slo,
            BaselineInject = spec.Arms.GetValueOrDefault(ArmNames.Baseline)?.Inject,
            CandidateInject = spec.Arms.GetValueOrDefault(ArmNames.Candidate)?.Inject,
        };
    }

    /// <summary>This form with the words of an address; unknown words are left out.</summary>
    public ExperimentForm With(IEnumerable<KeyValuePair<string, string?>> address)
    {
        ArgumentNullException.ThrowIfNull(address);
        Dictionary<string, string> values = new(Values);
        foreach ((string field, string? text) in address.Where(a => a.Value is { Length: <= FormField.LengthMax } && values.ContainsKey(a.Key)))
        {
            values[field] = field is FormField.BaselineSet or FormField.CandidateSet ? SetText.Write(SetText.Read(text)) : text!;
        }

        return this with { Values = values };
    }

    /// <summary>This form with what the user typed. Another size brings its own blocks and seconds, as on the command line.</summary>
    public ExperimentForm Taking(IReadOnlyList<KeyValuePair<string, string?>> texts)
    {
        ArgumentNullException.ThrowIfNull(texts);
        bool isOtherSize = texts.Any(t => t.Key == FormField.Kind && t.Value != this[FormField.Kind]);
        ExperimentForm form = With(texts);
        return isOtherSize ? form.With([new(FormField.Blocks, AutoWord), new(FormField.Warmup, AutoWord), new(FormField.Window, AutoWord)]) : form;
    }

    /// <summary>This form as what it starts from, under another name: what is proposed rather than typed.</summary>
    public ExperimentForm Proposing(string field, string text)
    {
        if (Values[field] != Source[field])
        {
            return this;
        }

        Dictionary<string, string> source = new(Source) { [field] = text }, values = new(Values) { [field] = text };
        return this with { Source = source, Values = values };
    }

    private static Dictionary<string, string> ValuesOf(ExperimentSpec spec)
    {
        ArmSpec baseline = spec.Arms.GetValueOrDefault(ArmNames.Baseline) ?? new ArmSpec();
        ArmSpec candidate = spec.Arms.GetValueOrDefault(ArmNames.Candidate) ?? baseline;
        return new Dictionary<string, string>
        {
            [FormField.Id] = spec.Id,
            [FormField.Question] = spec.Question,
            [FormField.Scenario] = spec.Scenario,
            [FormField.Mode] = LabJson.Word(spec.Load.Mode),
            [FormField.Arrivals] = LabJson.Word(spec.Load.Arrivals),
            [FormField.Rate] = Auto(spec.Load.RatePerSecond),
            [FormField.Connections] = Text(spec.Load.Connections),
            [FormField.Depth] = Text(spec.Load.Depth),
            [FormField.Payload] = Text(spec.Load.PayloadBytes),
            [FormField.Hops] = Flag(spec.Load.Hops),
            [FormField.BaselinePreset] = baseline.Preset,
            [FormField.BaselineSet] = SetOf(baseline),
            [FormField.CandidatePreset] = candidate.Preset,
            [FormField.CandidateSet] = SetOf(candidate),
            [FormField.Kind] = LabJson.Word(spec.Design.Kind),
            [FormField.Blocks] = spec.Design.Blocks is { } blocks ? Text(blocks) : AutoWord,
            [FormField.Layout] = LabJson.Word(spec.Design.Layout),
            [FormField.Warmup] = Auto(spec.Design.WarmupSeconds),
            [FormField.Window] = Auto(spec.Design.WindowSeconds),
            [FormField.Aa] = Flag(spec.Design.Aa),
            [FormField.Profile] = Text(spec.Design.ProfileEveryBlocks),
            [FormField.GcServer] = Flag(spec.Environment.GcServer),
            [FormField.GcConcurrent] = Flag(spec.Environment.GcConcurrent),
            [FormField.Pgo] = Flag(spec.Environment.TieredPgo),
            [FormField.Compilation] = LabJson.Word(spec.Environment.Compilation),
            [FormField.PoolSpin] = Flag(spec.Environment.PoolSpin),
            [FormField.Policy] = spec.Policy,
        };
    }

    private static string SetOf(ArmSpec arm) => SetText.Write(arm.Set.ToDictionary(s => s.Key, s => SeamChoice.Of(s.Value)));

    private static string Auto(double? value) => value is { } number ? Text(number) : AutoWord;

    private static string Text(double value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Flag(bool value) => value ? "true" : "false";
}
