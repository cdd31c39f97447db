using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Plotly.Blazor;

namespace PlayHouse.Dashboard.Components.Charts.Figures;

/// <summary>A part of a figure that the package sends as it stands.</summary>
internal interface IFigurePart
{
    /// <summary>What plotly.js gets.</summary>
    JsonObject Json { get; }
}

/// <summary>
/// A trace. The package has a class for every kind of trace, with an error bar, a marker and an enumeration of colours of its own each; a
/// figure says the same in the words of plotly.js, once.
/// </summary>
[JsonConverter(typeof(FigurePartConverter<FigureTrace>))]
internal sealed class FigureTrace(JsonObject json) : ITrace, IFigurePart
{
    /// <inheritdoc/>
    public TraceTypeEnum? Type => null;

    /// <inheritdoc/>
    public JsonObject Json => json;
}

/// <summary>A layout.</summary>
[JsonConverter(typeof(FigurePartConverter<FigureLayout>))]
internal sealed class FigureLayout(JsonObject json) : Plotly.Blazor.Layout, IFigurePart
{
    /// <inheritdoc/>
    public JsonObject Json => json;
}

/// <summary>Writes a part as it stands; nothing reads one.</summary>
internal sealed class FigurePartConverter<T> : JsonConverter<T>
    where T : IFigurePart
{
    /// <inheritdoc/>
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => value.Json.WriteTo(writer);
}
