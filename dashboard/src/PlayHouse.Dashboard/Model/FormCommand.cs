using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Explain;

namespace PlayHouse.Dashboard.Model;

/// <summary>Command lines for what a page does. Pure.</summary>
internal static class FormCommand
{
    /// <summary>The command line of a form: with what it changes of a file that is there, else of the file as it will be saved.</summary>
    public static string Of(ExperimentForm form, RunOptions? options)
    {
        ArgumentNullException.ThrowIfNull(form);
        string id = PlainText.Clean(form[FormField.Id].Trim());
        return PlanWords.Command($"experiments/{(id.Length == 0 || id.Contains(' ', StringComparison.Ordinal) ? "NAME" : id)}", options ?? new RunOptions());
    }
}
