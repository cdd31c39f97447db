using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Components;
using Microsoft.Extensions.DependencyInjection;
using PlayHouse.Dashboard.Services;
using PlayHouse.Dashboard.Services.Access;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>The application inside the test's own process, on a workspace of its own: the test can see what it keeps alive, and nothing is compiled twice.</summary>
internal sealed class DashboardHost : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly LabAccess _lab;

    private readonly LabWorkspace _workspace;

    private DashboardHost(WebApplication app, LabWorkspace workspace, LabAccess lab, LivingComponents components)
    {
        _app = app;
        _workspace = workspace;
        _lab = lab;
        Components = components;
    }

    public LivingComponents Components { get; }

    /// <summary>A new link that signs one reader in.</summary>
    public string Link => _app.Services.GetRequiredService<DashboardPlace>().SignInLink(_app.Services.GetRequiredService<SignInCodes>().Issue());

    public static async Task<DashboardHost> StartAsync(LabWorkspace workspace)
    {
        LabAccess lab = LabAccess.Of(workspace);
        LivingComponents components = new();
        WebApplication app = DashboardApp.Build(
            new DashboardOptions { Address = IPAddress.Loopback, Port = 0 }, lab, TimeProvider.System, s => s.AddSingleton<IComponentActivator>(components));
        await app.StartAsync();
        return new DashboardHost(app, workspace, lab, components);
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
        await _lab.DisposeAsync();
        Directory.Delete(_workspace.Root, recursive: true);
    }
}

/// <summary>Makes components as the framework does and remembers them without holding them.</summary>
internal sealed class LivingComponents : IComponentActivator
{
    private readonly Lock _gate = new();
    private readonly List<WeakReference<IComponent>> _made = [];

    public IComponent CreateInstance(Type componentType)
    {
        IComponent component = (IComponent)Activator.CreateInstance(componentType)!;
        lock (_gate)
        {
            _made.Add(new WeakReference<IComponent>(component));
            PagesMade += IsPage(component) ? 1 : 0;
        }

        return component;
    }

    /// <summary>Pages ever made.</summary>
    public int PagesMade { get; private set; }

    /// <summary>Pages that something still holds, after a full collection.</summary>
    public IReadOnlyList<string> PagesAlive()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        lock (_gate)
        {
            return
            [
                .. _made.Select(w => w.TryGetTarget(out IComponent? c) ? c : null).OfType<IComponent>()
                    .Where(IsPage).Select(c => c.GetType().Name),
            ];
        }
    }

    private static bool IsPage(IComponent component) => component.GetType().IsDefined(typeof(RouteAttribute), inherit: false);
}
