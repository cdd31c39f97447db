using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>Contents of answers. Pure functions, any thread.</summary>
internal static class KernelReplies
{
    public static JsonObject Ok() => new() { ["status"] = "ok" };

    public static JsonObject Shutdown(WireMessage request) => new() { ["status"] = "ok", ["restart"] = request.Flag("restart", otherwise: false) };

    public static JsonObject KernelInfo()
    {
        JsonObject language = NotebookMetadata.LanguageInfo();
        language["version"] = "14.0";
        language["codemirror_mode"] = "text/x-csharp";
        string version = typeof(KernelReplies).Assembly.GetName().Version!.ToString(3);
        return new JsonObject
        {
            ["status"] = "ok",
            ["protocol_version"] = WireCodec.ProtocolVersion,
            ["implementation"] = NotebookMetadata.KernelName,
            ["implementation_version"] = version,
            ["language_info"] = language,
            ["banner"] = $"PlayHouse Lab {version}. Cells are C#; #!lab help lists what the lab can do in one line.",
            ["debugger"] = false,
            ["help_links"] = new JsonArray(),
        };
    }

    /// <summary>How an executed cell ended.</summary>
    public static JsonObject Executed(CellError? error, int count)
    {
        JsonObject reply = error is null ? Ok() : Error(error);
        reply["execution_count"] = count;
        reply["user_expressions"] = new JsonObject();
        reply["payload"] = new JsonArray();
        return reply;
    }

    /// <summary>A cell that did not run because one before it failed. Without a number: pages would put it next to the cell.</summary>
    public static JsonObject Aborted() => new() { ["status"] = "aborted" };

    /// <summary>An error as clients show it.</summary>
    public static JsonObject Error(CellError error)
    {
        JsonObject content = ErrorContent(error);
        content["status"] = "error";
        return content;
    }

    /// <summary>The same without a status, as it is published.</summary>
    public static JsonObject ErrorContent(CellError error) => new()
    {
        ["ename"] = error.Name, ["evalue"] = error.Message, ["traceback"] = new JsonArray([.. error.Trace.Select(t => (JsonNode)t)]),
    };
}
