namespace PlayHouse.Dashboard.Model;

/// <summary>What the fields of one form share.</summary>
/// <param name="Form">What is typed.</param>
/// <param name="Review">What the lab says to it.</param>
/// <param name="Take">Takes texts into fields, all at once.</param>
internal sealed record FormState(ExperimentForm Form, ExperimentReview Review, Func<IReadOnlyList<KeyValuePair<string, string?>>, Task> Take)
{
    /// <summary>Takes a text into a field.</summary>
    public Task ChangeAsync(string field, string text) => Take([new(field, text)]);

    /// <summary>What is wrong with a field.</summary>
    public IReadOnlyList<string> Errors(string field) => [.. Review.Errors.Where(e => e.Field == field).Select(e => e.Text)];

    /// <summary>What to know about a field.</summary>
    public IReadOnlyList<string> Warnings(string field) => [.. Review.Warnings.Where(e => e.Field == field).Select(e => e.Text)];

    /// <summary>Id of the element that says both; null when there is nothing to say.</summary>
    public string? NotesId(string field) => Errors(field).Count + Warnings(field).Count > 0 ? $"note-{field}" : null;
}
