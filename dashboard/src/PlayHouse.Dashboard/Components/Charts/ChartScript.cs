using System.Text.Json.Nodes;
using Microsoft.JSInterop;
using PlayHouse.Dashboard.Components.Charts.Figures;

namespace PlayHouse.Dashboard.Components.Charts;

/// <summary>
/// The script of charts, once per page of a browser. A page that is gone is no error: what it would have drawn is gone too. On the
/// renderer's thread.
/// </summary>
internal sealed class ChartScript(IJSRuntime browser) : IAsyncDisposable
{
    /// <summary>Address of our script without its fingerprint.</summary>
    public const string Address = "assets/js/charts.js";
    private Task<IJSObjectReference>? _module;

    /// <summary>Draws a figure; false when the browser cannot load plotly.js.</summary>
    public async Task<bool> DrawAsync<T>(string address, string id, string plotly, PlotlyFigure figure, DotNetObjectReference<T> owner)
        where T : class => await (await ModuleAsync(address)).InvokeAsync<bool>("draw", id, plotly, figure.ToJson(), owner);

    /// <summary>Draws another figure in its place.</summary>
    public async Task ReplaceAsync(string address, string id, PlotlyFigure figure) => await (await ModuleAsync(address)).InvokeVoidAsync("replace", id, figure.ToJson());

    /// <summary>Adds points at the ends of traces.</summary>
    public async Task ExtendAsync(string address, string id, FigureChange change) =>
        await (await ModuleAsync(address)).InvokeVoidAsync("extend", id, change.Traces, new JsonArray([.. change.Points.Select(p => p.DeepClone())]), change.Axes.DeepClone());

    /// <summary>Shows everything again.</summary>
    public async Task ResetAsync(string address, string id) => await (await ModuleAsync(address)).InvokeVoidAsync("reset", id);

    /// <summary>Saves what is seen as a PNG.</summary>
    public async Task SaveViewAsync(string address, string id, string name) => await (await ModuleAsync(address)).InvokeVoidAsync("saveView", id, name);

    /// <summary>Saves a text as a file. It goes to the browser only: nothing of it comes back.</summary>
    public async Task SaveTextAsync(string address, string name, string type, string text) => await (await ModuleAsync(address)).InvokeVoidAsync("saveText", name, type, text);

    /// <summary>Copies a text.</summary>
    public async Task CopyAsync(string address, string text) => await (await ModuleAsync(address)).InvokeVoidAsync("copyText", text);

    /// <summary>Saves a picture as a PNG.</summary>
    public async Task SavePngAsync(string address, string name, string svg) => await (await ModuleAsync(address)).InvokeVoidAsync("savePng", name, svg);

    /// <summary>Frees what a chart holds in the browser.</summary>
    public async Task PurgeAsync(string id)
    {
        if (_module is null)
        {
            return;
        }

        try
        {
            await (await _module).InvokeVoidAsync("purge", id);
        }
        catch (Exception e) when (e is JSDisconnectedException or OperationCanceledException or JSException)
        {
            // The browser is gone and everything it held, or the script never came.
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_module is null)
        {
            return;
        }

        try
        {
            await (await _module).DisposeAsync();
        }
        catch (Exception e) when (e is JSDisconnectedException or OperationCanceledException or JSException)
        {
            // The browser is gone.
        }
    }

    private Task<IJSObjectReference> ModuleAsync(string address)
    {
        // A module that could not be loaded is asked for again by the next chart.
        if (_module is null || _module.IsFaulted || _module.IsCanceled)
        {
            _module = browser.InvokeAsync<IJSObjectReference>("import", "/" + address).AsTask();
        }

        return _module;
    }
}
