using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Rendering;

namespace PlayHouse.Dashboard.Components.Charts;

/// <summary>Keeps what a browser refuses to draw from ending the page.</summary>
public sealed partial class PictureBoundary : ErrorBoundaryBase
{
    /// <summary>Called once when it refused.</summary>
    [Parameter, EditorRequired] public Action Refused { get; set; } = null!;

    [Inject] private ILogger<PictureBoundary> Log { get; set; } = null!;

    /// <inheritdoc/>
    protected override Task OnErrorAsync(Exception exception)
    {
        ArgumentNullException.ThrowIfNull(exception);
        LogRefused(Log, exception.Message);
        Refused();
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    protected override void BuildRenderTree(RenderTreeBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        if (CurrentException is null)
        {
            builder.AddContent(0, ChildContent);
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "A browser did not draw a chart, and shows the fixed picture: {Reason}")]
    private static partial void LogRefused(ILogger log, string reason);
}
