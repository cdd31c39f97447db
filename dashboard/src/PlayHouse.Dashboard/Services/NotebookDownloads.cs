using System.Text;
using PlayHouse.Dashboard.Model.Compare;
using PlayHouse.Dashboard.Model.Notebooks;
using PlayHouse.Dashboard.Services.Access;
using PlayHouse.Lab.Notebooks.Exporting;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Dashboard.Services;

/// <summary>
/// Notebooks as files: those of the workspace, and those that a page can make of a comparison. Forms come
/// from a closed list, notebooks are looked up, runs are resolved by the service. Always a download: what a file holds never becomes a page.
/// </summary>
internal static class NotebookDownloads
{
    /// <summary>Endings of the forms, with their names for people and their media types.</summary>
    public static IReadOnlyList<(string Ending, string Name, string MediaType)> Forms { get; } =
    [
        ("ipynb", "Jupyter notebook (.ipynb)", "application/x-ipynb+json"), ("dib", "Polyglot notebook (.dib)", "text/plain"),
        ("html", "HTML, one file", "text/html"), ("md", "Markdown", "text/markdown"),
    ];

    public static void Map(IEndpointRouteBuilder routes)
    {
        routes.MapGet("/notebooks/{name}/file/{ending}", SendFileAsync);
        routes.MapGet("/notebooks/draft/{ending}", SendDraftAsync);
    }

    private static Task SendFileAsync(HttpContext context, LabAccess lab, string name, string ending) => SendAsync(context, ending, () =>
    {
        NotebookFile file = NotebookFolder.Read(lab.Workspace, name);
        string title = file.Document.Title ?? Path.GetFileNameWithoutExtension(name);
        // The file as it stands is given as it stands.
        bool isItself = name.EndsWith($".{ending}", StringComparison.OrdinalIgnoreCase);
        return Task.FromResult((Path.GetFileNameWithoutExtension(name)!, isItself ? file.Bytes : Written(file.Document, title, ending)));
    });

    private static Task SendDraftAsync(HttpContext context, LabAccess lab, string ending) => SendAsync(context, ending, async () =>
    {
        IQueryCollection query = context.Request.Query;
        CompareAddress address = CompareAddress.Of(query["base"], query["cand"], query["metric"], null, null);
        Side side = address.Base ?? throw new LabInputException(["Name a run: notebooks/draft/ipynb?base=RUN"]);
        Comparison comparison = (await Comparison.OfAsync(await lab.ServiceAsync(), side, address.Candidate, context.RequestAborted)).Allowed();
        NotebookDraft draft = NotebookDraft.Of(CompareModel.Of(address, comparison.Left, comparison.Right));
        NotebookDocument document = draft.Make();
        return (draft.Name, Written(document, document.Title ?? draft.Name, ending));
    });

    private static async Task SendAsync(HttpContext context, string ending, Func<Task<(string Name, ReadOnlyMemory<byte> Bytes)>> make)
    {
        (string known, string _, string mediaType) = Forms.FirstOrDefault(f => f.Ending == ending);
        if (known is null)
        {
            await PlainAnswer.WriteAsync(context, StatusCodes.Status404NotFound, $"There is no such form: {string.Join(", ", Forms.Select(f => f.Ending))} are known.");
            return;
        }

        try
        {
            (string name, ReadOnlyMemory<byte> bytes) = await make();
            context.Response.Headers.ContentDisposition = $"attachment; filename=\"{HeaderText(name)}.{known}\"";
            context.Response.ContentType = $"{mediaType}; charset=utf-8";
            await context.Response.Body.WriteAsync(bytes, context.RequestAborted);
        }
        catch (LabInputException refused)
        {
            await PlainAnswer.WriteAsync(context, StatusCodes.Status404NotFound, string.Join('\n', refused.Errors));
        }
    }

    private static ReadOnlyMemory<byte> Written(NotebookDocument document, string title, string ending)
    {
        try
        {
            return Encoding.UTF8.GetBytes(ending switch
            {
                "html" => NotebookHtml.Of(document, title),
                "md" => NotebookMarkdown.Of(document),
                "dib" => DibFile.Write(document),
                _ => IpynbFile.Write(document),
            });
        }
        catch (NotebookFormatException e)
        {
            throw new LabInputException([e.Message]);
        }
    }

    // A file may be called anything; a header is no place for that.
    private static string HeaderText(string name) => string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' ? c : '-'));
}
