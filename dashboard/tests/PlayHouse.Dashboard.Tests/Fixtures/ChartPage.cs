using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.HtmlRendering.Infrastructure;
using Microsoft.AspNetCore.Components.Rendering;
using Microsoft.AspNetCore.Components.RenderTree;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.AspNetCore.Components.Web.HtmlRendering;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.JSInterop;
using PlayHouse.Dashboard.Components.Charts;
using PlayHouse.Dashboard.Services;
using PlayHouse.Lab.Reporting.Charts;

// Who finds a button by its words has to read what the framework rendered, and there is no other way to read it.
#pragma warning disable BL0006

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>One chart on a page, rendered by the framework as in a circuit: to HTML, with what happens after rendering.</summary>
internal sealed class ChartPage : StaticHtmlRenderer
{
    private readonly ServiceProvider _services;
    private readonly ChartScript _script;
    private Frame? _frame;
    private HtmlRootComponent _root;

    private ChartPage(ServiceProvider services) : base(services, NullLoggerFactory.Instance)
    {
        _services = services;
        _script = services.GetRequiredService<ChartScript>();
    }

    /// <summary>Errors of components.</summary>
    public List<Exception> Errors { get; } = [];

    public static async Task<ChartPage> OpenAsync(ChartSpec spec, FakeBrowser browser, string query = "", TimeProvider? clock = null)
    {
        ServiceCollection services = new();
        services.AddSingleton<IJSRuntime>(browser).AddSingleton(new DashboardLimits()).AddSingleton(clock ?? TimeProvider.System);
        services.AddScoped<ChartScript>().AddSingleton<NavigationManager>(new FixedPlace(query)).AddLogging();
        services.AddSupplyValueFromQueryProvider();
        ChartPage page = new(services.BuildServiceProvider());
        await page.Dispatcher.InvokeAsync(async () =>
        {
            page._root = page.BeginRenderingComponent(typeof(Frame), ParameterView.FromDictionary(new Dictionary<string, object?> { ["Spec"] = spec, ["Page"] = page }));
            await page._root.QuiescenceTask;
        });
        return page;
    }

    public Task<string> HtmlAsync() => Dispatcher.InvokeAsync(_root.ToHtmlString);

    public Task ShowAsync(ChartSpec spec) => Dispatcher.InvokeAsync(() => _frame!.Show(spec));

    /// <summary>Presses the button with these words.</summary>
    public Task PressAsync(string words) => Dispatcher.InvokeAsync(() => DispatchEventAsync(Button(words), null, new MouseEventArgs()));

    /// <summary>Leaves the page.</summary>
    public async Task LeaveAsync()
    {
        await DisposeAsync();
        await _script.DisposeAsync();
        await _services.DisposeAsync();
    }

    protected override void HandleException(Exception exception) => Errors.Add(exception);

    // The renderer for HTML alone never tells components that they were rendered; a circuit does.
    protected override Task UpdateDisplayAsync(in RenderBatch renderBatch)
    {
        _ = base.UpdateDisplayAsync(renderBatch);
        return Task.CompletedTask;
    }

    private ulong Button(string words)
    {
        Queue<int> components = new([0]);
        while (components.TryDequeue(out int component))
        {
            ArrayRange<RenderTreeFrame> frames = GetCurrentRenderTreeFrames(component);
            ulong handler = 0;
            for (int i = 0; i < frames.Count; i++)
            {
                ref RenderTreeFrame frame = ref frames.Array[i];
                if (frame.FrameType == RenderTreeFrameType.Component)
                {
                    components.Enqueue(frame.ComponentId);
                }
                else if (frame.FrameType == RenderTreeFrameType.Attribute && frame.AttributeName == "onclick")
                {
                    handler = frame.AttributeEventHandlerId;
                }
                else if (frame.FrameType == RenderTreeFrameType.Text && frame.TextContent == words || frame.FrameType == RenderTreeFrameType.Markup && frame.MarkupContent == words)
                {
                    return handler;
                }
            }
        }

        throw new InvalidOperationException($"No button says '{words}'.");
    }

    private sealed class Frame : ComponentBase
    {
        [Parameter] public ChartSpec Spec { get; set; } = null!;

        [Parameter] public ChartPage Page { get; set; } = null!;

        public void Show(ChartSpec spec)
        {
            Spec = spec;
            StateHasChanged();
        }

        protected override void OnInitialized() => Page._frame = this;

        protected override void BuildRenderTree(RenderTreeBuilder builder)
        {
            builder.OpenComponent<ChartView>(0);
            builder.AddComponentParameter(1, nameof(ChartView.Spec), Spec);
            builder.CloseComponent();
        }
    }

    private sealed class FixedPlace : NavigationManager
    {
        public FixedPlace(string query) => Initialize("http://127.0.0.1/", $"http://127.0.0.1/runs/r{query}");

        protected override void NavigateToCore(string uri, NavigationOptions options)
        {
            Uri = ToAbsoluteUri(uri).ToString();
            NotifyLocationChanged(isInterceptedLink: false);
        }
    }
}
