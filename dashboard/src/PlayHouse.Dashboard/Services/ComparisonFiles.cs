using System.Text;
using PlayHouse.Dashboard.Model.Compare;
using PlayHouse.Dashboard.Services.Access;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Dashboard.Services;

/// <summary>
/// Comparisons as files: the bytes that <c>plab compare</c> and <c>plab export</c> write. The form comes from a closed list, the runs are
/// resolved by the service, and the name of the file from the run that was found.
/// </summary>
internal static class ComparisonFiles
{
    /// <summary>Address of the file in a form.</summary>
    public static string Href(CompareAddress address, ComparisonFormat format) =>
        $"compare/file/{ComparisonExport.File(format).Ending}?base={Uri.EscapeDataString(address.Base?.ToString() ?? "")}&cand={Uri.EscapeDataString(address.Candidate?.ToString() ?? "")}";

    public static void Map(IEndpointRouteBuilder routes) => routes.MapGet("/compare/file/{ending}", SendAsync);

    private static async Task SendAsync(HttpContext context, LabAccess lab, string ending)
    {
        ComparisonFormat? known = Enum.GetValues<ComparisonFormat>().Cast<ComparisonFormat?>().FirstOrDefault(f => ComparisonExport.File(f!.Value).Ending == ending);
        CompareAddress address = CompareAddress.Of(context.Request.Query["base"], context.Request.Query["cand"], null, null, null);
        if (known is not { } format || address.Base is null)
        {
            await PlainAnswer.WriteAsync(context, StatusCodes.Status404NotFound, "There is no such file: name a run and one of the forms md, csv, json, html.");
            return;
        }

        try
        {
            ILabService service = await lab.ServiceAsync();
            (string name, string text) = await MakeAsync(service, address, format, context.RequestAborted);
            (string _, string mediaType) = ComparisonExport.File(format);
            // Always a download: what a file holds never becomes a page of this origin.
            context.Response.Headers.ContentDisposition = $"attachment; filename=\"{name}.{ending}\"";
            context.Response.ContentType = $"{mediaType}; charset=utf-8";
            await context.Response.Body.WriteAsync(Encoding.UTF8.GetBytes(text), context.RequestAborted);
        }
        catch (LabInputException refused)
        {
            await PlainAnswer.WriteAsync(context, StatusCodes.Status404NotFound, string.Join('\n', refused.Errors));
        }
    }

    private static async Task<(string Name, string Text)> MakeAsync(ILabService service, CompareAddress address, ComparisonFormat format, CancellationToken ct)
    {
        Comparison comparison = (await Comparison.OfAsync(service, address.Base!, address.Candidate, ct)).Allowed();
        string left = comparison.Left.Run.Id;
        if (comparison.Arms is { } arms)
        {
            return (FileName($"{left}-and-{comparison.Right.Run.Id}"), ComparisonExport.Of(arms, $"{comparison.LeftSide}", $"{comparison.RightSide}", format));
        }

        return (FileName(left), format == ComparisonFormat.Html
            ? ComparisonExport.Of(comparison.Left, await service.RuntimeProfilesAsync(left, ct), await service.LatencyCurvesAsync(left, ct), format)
            : ComparisonExport.Of(comparison.Left, [], [], format));
    }

    // Ids are made by the lab; a header is still no place for what anybody could have put into a store.
    private static string FileName(string id) => string.Concat(id.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' ? c : '-'));
}
