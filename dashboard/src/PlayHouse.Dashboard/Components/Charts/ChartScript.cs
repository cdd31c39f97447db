using Microsoft.JSInterop;
using PlayHouse.Dashboard.Components.Charts.Figures;

namespace PlayHouse.Dashboard.Components.Charts;

/// <summary>
/// What charts need of a page besides being drawn: its looks, other sizes, files. Once per page of a browser. A page that is gone is no error:
/// what it would have shown is gone too. On the renderer's thread.
/// </summary>
internal sealed class ChartScript(IJSRuntime browser) : IAsyncDisposable
{
    /// <summary>Address of our script without its fingerprint.</summary>
    public const string Address = "assets/js/charting.js";
    private Task<IJSObjectReference>? _module;
    private DotNetObjectReference<ChartScript>? _self;
    private ChartLook? _look;

    /// <summary>Raised when the page looks different.</summary>
    public event Action<ChartLook>? LookChanged;

    /// <summary>How the page looks now.</summary>
    public async Task<ChartLook> LookAsync(string address)
    {
        _self ??= DotNetObjectReference.Create(this);
        return _look ??= await (await ModuleAsync(address)).InvokeAsync<ChartLook>("look", _self, FigureStyle.Names);
    }

    /// <summary>Called by the script.</summary>
    [JSInvokable]
    public void Changed(ChartLook look)
    {
        _look = look;
        LookChanged?.Invoke(look);
    }

    /// <summary>Keeps a drawn chart as wide as the room it has.</summary>
    public async Task WatchAsync(string address, string id) => await (await ModuleAsync(address)).InvokeVoidAsync("watch", id);

    /// <summary>Saves a text as a file. It goes to the browser only: nothing of it comes back.</summary>
    public async Task SaveTextAsync(string address, string name, string type, string text) => await (await ModuleAsync(address)).InvokeVoidAsync("saveText", name, type, text);

    /// <summary>Copies a text.</summary>
    public async Task CopyAsync(string address, string text) => await (await ModuleAsync(address)).InvokeVoidAsync("copyText", text);

    /// <summary>Saves a picture as a PNG.</summary>
    public async Task SavePngAsync(string address, string name, string svg) => await (await ModuleAsync(address)).InvokeVoidAsync("savePng", name, svg);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _self?.Dispose();
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
