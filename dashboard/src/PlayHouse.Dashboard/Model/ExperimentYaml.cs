using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Dashboard.Model;

/// <summary>
/// The file of a form: one field a line, so that what the loader says about a line is shown at its field. Whatever was typed stays one
/// value; the loader judges it. Pure.
/// </summary>
internal sealed partial class ExperimentYaml
{
    private readonly StringBuilder _text = new();
    private readonly List<string> _fields = [];

    private ExperimentYaml()
    {
    }

    /// <summary>The whole file, ending in a line feed.</summary>
    public string Text => _text.ToString();

    /// <summary>Of a form.</summary>
    public static ExperimentYaml Of(ExperimentForm form)
    {
        ArgumentNullException.ThrowIfNull(form);
        ExperimentYaml yaml = new();
        yaml.Head(form);
        yaml.Load(form);
        yaml.Line(FormField.Arms, "arms:");
        yaml.Arm(form, ArmNames.Baseline, FormField.BaselinePreset, FormField.BaselineSet, form.BaselineInject);
        yaml.Arm(form, ArmNames.Candidate, FormField.CandidatePreset, FormField.CandidateSet, form.CandidateInject);
        yaml.Design(form);
        yaml.Line(FormField.GcServer, "environment:");
        yaml.Value(form, FormField.GcServer, "  gcServer");
        yaml.Value(form, FormField.GcConcurrent, "  gcConcurrent");
        yaml.Value(form, FormField.Pgo, "  tieredPgo");
        yaml.Value(form, FormField.Compilation, "  compilation");
        yaml.Value(form, FormField.PoolSpin, "  poolSpin");
        yaml.Value(form, FormField.Policy, "policy");
        return yaml;
    }

    /// <summary>The field of a line, counted from 1.</summary>
    public string FieldAt(int line) => line >= 1 && line <= _fields.Count ? _fields[line - 1] : FormField.Arms;

    private void Head(ExperimentForm form)
    {
        Line(FormField.Id, "version: 1");
        Value(form, FormField.Id, "id");
        Value(form, FormField.Question, "question");
        if (form.Claims.Count > 0)
        {
            Line(FormField.Question, $"claims: [{string.Join(", ", form.Claims.Select(Quoted))}]");
        }

        if (form.Primary is { } primary)
        {
            Line(FormField.Policy, $"primary: {Scalar(primary)}");
        }

        Value(form, FormField.Scenario, "scenario");
    }

    private void Load(ExperimentForm form)
    {
        Line(FormField.Mode, "load:");
        Value(form, FormField.Mode, "  mode");
        Value(form, FormField.Arrivals, "  arrivals");
        Value(form, FormField.Rate, "  rate");
        Value(form, FormField.Connections, "  connections");
        Value(form, FormField.Depth, "  depth");
        Value(form, FormField.Payload, "  payloadBytes");
        Value(form, FormField.Hops, "  hops");
    }

    private void Design(ExperimentForm form)
    {
        Line(FormField.Kind, "design:");
        Value(form, FormField.Kind, "  kind");
        if (form[FormField.Blocks].Trim() is not ("" or "auto"))
        {
            Value(form, FormField.Blocks, "  blocks");
        }

        if (form.Slo is { } slo && form[FormField.Kind].Trim() == LabJson.Word(DesignKind.Capacity))
        {
            Line(FormField.Kind, string.Create(CultureInfo.InvariantCulture, $"  slo: {{ p99Ms: {slo.P99Ms}, skippedShare: {slo.SkippedShare} }}"));
        }

        Value(form, FormField.Layout, "  layout");
        Value(form, FormField.Warmup, "  warmupSeconds");
        Value(form, FormField.Window, "  windowSeconds");
        Value(form, FormField.Aa, "  aa");
        Line(FormField.Profile, $"  profile: {{ everyBlocks: {Scalar(form[FormField.Profile])} }}");
    }

    private void Arm(ExperimentForm form, string name, string presetField, string setField, InjectSpec? inject)
    {
        Line(FormField.Arms, $"  {name}:");
        Value(form, presetField, "    preset");
        IReadOnlyDictionary<string, SeamChoice> set = form.Set(setField);
        if (set.Count > 0)
        {
            Line(setField, "    set:");
        }

        foreach ((string seam, SeamChoice choice) in set)
        {
            string knobs = string.Concat(choice.Knobs.Select(k => $", {k.Key}: {Scalar(k.Value)}"));
            Line(FormField.OfSeam(setField, seam), $"      {seam}: {(knobs.Length == 0 ? Scalar(choice.Use) : $"{{ use: {Scalar(choice.Use)}{knobs} }}")}");
        }

        if (inject is not null)
        {
            Line(FormField.Arms, string.Create(
                CultureInfo.InvariantCulture,
                $"    inject: {{ bytesPerMessage: {inject.BytesPerMessage}, spinMicroseconds: {inject.SpinMicroseconds}, errorRate: {inject.ErrorRate}, stallMs: {inject.StallMs} }}"));
        }
    }

    private void Value(ExperimentForm form, string field, string key) => Line(field, $"{key}: {Scalar(form[field])}");

    private void Line(string field, string text)
    {
        _fields.Add(field);
        _text.Append(text).Append('\n');
    }

    private static string Scalar(string typed) => typed.Trim() is var text && Plain().IsMatch(text) ? text : Quoted(text);

    private static string Quoted(string text)
    {
        StringBuilder quoted = new("\"");
        foreach (Rune rune in text.EnumerateRunes())
        {
            quoted.Append(rune.Value switch
            {
                '"' => "\\\"",
                '\\' => "\\\\",
                // Line and paragraph separators are breaks to a reader of YAML.
                _ when Rune.IsControl(rune) || rune.Value is 0x2028 or 0x2029 or 0xFEFF => string.Create(CultureInfo.InvariantCulture, $"\\u{rune.Value:x4}"),
                _ => rune.ToString(),
            });
        }

        return quoted.Append('"').ToString();
    }

    [GeneratedRegex(@"^[A-Za-z0-9][A-Za-z0-9._/-]*\z")]
    private static partial Regex Plain();
}
