using System.Text.Json.Nodes;

namespace PlayHouse.Lab.Notebooks.Running;

/// <summary>What the cells of a notebook have shown under names: a new value replaces every output of its name, as in Jupyter. One cell at a time.</summary>
internal sealed class NamedOutputs
{
    private readonly Dictionary<string, List<JsonObject>> _outputs = new(StringComparer.Ordinal);
    private readonly HashSet<string> _shown = new(StringComparer.Ordinal);

    /// <summary>True when a cell showed something under the name, and did not only replace it.</summary>
    public bool IsShown(string id) => _shown.Contains(id);

    /// <summary>Remembers that a cell showed something under the name.</summary>
    public void MarkShown(string id) => _shown.Add(id);

    /// <summary>Remembers an output.</summary>
    public void Add(string id, JsonObject output)
    {
        if (!_outputs.TryGetValue(id, out List<JsonObject>? outputs))
        {
            _outputs.Add(id, outputs = []);
        }

        outputs.Add(output);
    }

    /// <summary>Exchanges what every output of the name shows.</summary>
    public void Replace(string id, JsonObject data)
    {
        foreach (JsonObject output in _outputs.GetValueOrDefault(id, []))
        {
            output["data"] = data.DeepClone();
        }
    }
}
