using PlayHouse.Engine.Api;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// What a hosted Api server is configured with: by code first, then by the configuration section
/// <see cref="SectionName"/>, which therefore wins. Checked as a whole when the host starts; unknown keys are errors.
/// </summary>
public sealed class ApiServerSettings : ServerSettings
{
    /// <summary>Section of the configuration.</summary>
    public const string SectionName = "ApiServer";

    /// <summary>Settings with their defaults.</summary>
    public ApiServerSettings() => ServerId = "api";

    /// <summary>Service the controllers belong to, from 1 on.</summary>
    public int ServiceId { get; set; } = 1;

    /// <summary>Share of the service's messages under <see cref="ServerSelection.Weighted"/>.</summary>
    public int Weight { get; set; } = 1;

    /// <summary>Last word on the options, for everything that has no setting here. Applied after the configuration.</summary>
    public Func<ApiServerOptions, ApiServerOptions>? Customize { get; set; }
}
