using System.IO.Enumeration;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>The cells that have run, oldest forgotten first. One thread.</summary>
internal sealed class KernelHistory
{
    private const int Session = 1;
    private readonly Queue<(int Number, string Source)> _cells = new();
    private long _characters;

    public void Add(int number, string source)
    {
        _cells.Enqueue((number, source));
        _characters += source.Length;
        while (_cells.Count > KernelLimits.HistoryCellsMax || (_characters > KernelLimits.HistoryCharactersMax && _cells.Count > 1))
        {
            _characters -= _cells.Dequeue().Source.Length;
        }
    }

    /// <summary>Answers a request for the latest cells, for those of a range, or for those that match a pattern.</summary>
    public JsonObject Reply(WireMessage request)
    {
        bool hasOutput = request.Flag("output", otherwise: false);
        IEnumerable<(int Number, string Source)> found = request.Text("hist_access_type") switch
        {
            "tail" => Last(_cells, request),
            "range" => Range(request),
            "search" => Last(Matching(request), request),
            _ => [],
        };
        JsonObject reply = KernelReplies.Ok();
        // Outputs are not kept: the form has a place for them all the same.
        reply["history"] = new JsonArray([.. found.Select(c => (JsonNode)new JsonArray(Session, c.Number, hasOutput ? new JsonArray(c.Source, null) : c.Source))]);
        return reply;
    }

    private IEnumerable<(int Number, string Source)> Range(WireMessage request)
    {
        // 0 is this session; negative numbers count back to sessions that nothing is known of.
        bool isThis = request.Number("session") is null or 0 or Session;
        (int start, int stop) = (request.Number("start") ?? 0, request.Number("stop") ?? int.MaxValue);
        return isThis ? _cells.Where(c => c.Number >= start && c.Number < stop) : [];
    }

    private IEnumerable<(int Number, string Source)> Matching(WireMessage request)
    {
        string pattern = IpynbFile.Text(request.Content["pattern"]) ?? "*";
        IEnumerable<(int Number, string Source)> found = _cells.Where(c => FileSystemName.MatchesSimpleExpression(pattern, c.Source, ignoreCase: false));
        return request.Flag("unique", otherwise: false) ? found.Reverse().DistinctBy(c => c.Source, StringComparer.Ordinal).Reverse() : found;
    }

    private static IEnumerable<(int Number, string Source)> Last(IEnumerable<(int Number, string Source)> cells, WireMessage request) =>
        cells.TakeLast(Math.Max(0, request.Number("n") ?? int.MaxValue));
}
