using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace PlayHouse.Engine.Hosting;

/// <summary>Tells a load balancer whether to send clients here.</summary>
internal sealed class ServerHealthCheck(Func<ServerPhase> readPhase) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(readPhase() switch
        {
            ServerPhase.Running => HealthCheckResult.Healthy("running"),
            ServerPhase.Created => HealthCheckResult.Unhealthy("starting"),
            ServerPhase.Draining => HealthCheckResult.Unhealthy("draining"),
            _ => HealthCheckResult.Unhealthy("stopped"),
        });
}
