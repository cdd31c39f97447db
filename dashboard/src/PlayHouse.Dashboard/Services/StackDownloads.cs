using PlayHouse.Dashboard.Services.Access;
using PlayHouse.Lab.Profiling.Export;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Dashboard.Services;

/// <summary>The stacks of a run as files for other programs: the same bytes as <c>plab export</c> without options.</summary>
internal static class StackDownloads
{
    private const string Pattern = "/runs/{id}/stacks/{format}";

    public static void Map(IEndpointRouteBuilder routes) => routes.MapGet(Pattern, AnswerAsync);

    /// <summary>Address of a file, relative to the first page.</summary>
    public static string Href(string run, StackExportFormat format, string? arm = null) =>
        $"runs/{Uri.EscapeDataString(run)}/stacks/{Word(format)}{(arm is null ? "" : $"?arm={Uri.EscapeDataString(arm)}")}";

    private static string Word(StackExportFormat format) => format.ToString().ToLowerInvariant();

    private static async Task<IResult> AnswerAsync(string id, string format, string? arm, LabAccess lab, CancellationToken ct)
    {
        if (Enum.GetValues<StackExportFormat>().Where(f => Word(f) == format).ToArray() is not [StackExportFormat known])
        {
            return No($"There is no format '{format}': {string.Join(", ", Enum.GetValues<StackExportFormat>().Select(Word))}.");
        }

        try
        {
            ILabService service = await lab.ServiceAsync();
            string run = (await service.ReportAsync(id, ct)).Run.Id;
            IReadOnlyList<AllocationStacks> all = await service.StacksAsync(run, ct);
            AllocationStacks[] windows = [.. all.Where(w => arm is null || w.Arm == arm)];
            return windows.Length == 0
                ? No($"Run {run} has no traced arm '{arm}'.")
                : Results.File(await Task.Run(() => Written(known, windows), ct), "application/octet-stream", Name(run, windows, arm, known));
        }
        catch (LabInputException missing)
        {
            return No(string.Join(' ', missing.Errors));
        }
    }

    private static string Name(string run, AllocationStacks[] windows, string? arm, StackExportFormat format) =>
        $"{run}{(arm is null ? "" : $"-{windows[0].Arm}")}{StackExport.Extension(format)}";

    // To a file that goes with its handle: the writers do not wait for a browser, and a large run does not have to fit into memory.
    private static FileStream Written(StackExportFormat format, AllocationStacks[] windows)
    {
        var file = new FileStream(Path.Combine(Path.GetTempPath(), $"plab-{Guid.NewGuid():N}"), new FileStreamOptions
        {
            Mode = FileMode.CreateNew, Access = FileAccess.ReadWrite, Share = FileShare.None, Options = FileOptions.DeleteOnClose | FileOptions.Asynchronous,
        });
        try
        {
            StackExport.Write(format, windows, file);
            file.Position = 0;
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    private static PlainResult No(string sentence) => new PlainResult(StatusCodes.Status404NotFound, sentence);

    private sealed class PlainResult(int status, string sentence) : IResult
    {
        public Task ExecuteAsync(HttpContext httpContext) => PlainAnswer.WriteAsync(httpContext, status, sentence);
    }
}
