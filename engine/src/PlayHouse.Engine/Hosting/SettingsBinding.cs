using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace PlayHouse.Engine.Hosting;

/// <summary>Registers settings: code, then configuration, then one check of everything when the host starts.</summary>
internal static class SettingsBinding
{
    /// <summary>Adds the settings of one server.</summary>
    /// <exception cref="InvalidOperationException">The server has been added before.</exception>
    public static void Add<TSettings>(IServiceCollection services, string section, Action<TSettings>? configure, Func<IServiceProvider, TSettings, List<string>> check)
        where TSettings : ServerSettings
    {
        if (services.Any(d => d.ServiceType == typeof(IConfigureOptions<TSettings>)))
        {
            throw new InvalidOperationException($"A host has one {section}; it was added before.");
        }

        services.AddOptions<TSettings>()
            .Configure(settings => configure?.Invoke(settings))
            .Configure<IServiceProvider>((settings, provider) => Bind(settings, provider.GetService<IConfiguration>()?.GetSection(section)))
            .PostConfigure<IServiceProvider>((settings, provider) => settings.Load(
                provider.GetService<IHostEnvironment>()?.ContentRootPath ?? "", provider.GetService<TimeProvider>() ?? TimeProvider.System))
            .ValidateOnStart();
        services.AddSingleton<IValidateOptions<TSettings>>(provider => new SettingsCheck<TSettings>(settings => check(provider, settings)));
    }

    /// <summary>
    /// What cannot be read is among the errors of the check, not the end of it. Unknown keys end a strict binding before
    /// it sets anything: a second, lenient one lets the values be checked all the same.
    /// </summary>
    private static void Bind<TSettings>(TSettings settings, IConfigurationSection? section)
        where TSettings : ServerSettings
    {
        if (section is not null && !TryBind(settings, section, isStrict: true))
        {
            TryBind(settings, section, isStrict: false);
        }
    }

    private static bool TryBind<TSettings>(TSettings settings, IConfigurationSection section, bool isStrict)
        where TSettings : ServerSettings
    {
        try
        {
            section.Bind(settings, binder => binder.ErrorOnUnknownConfiguration = isStrict);
            return true;
        }
        catch (InvalidOperationException exception)
        {
            string error = $"Configuration section '{section.Path}': {exception.Message}";
            if (!settings.ConfigurationErrors.Contains(error))
            {
                settings.ConfigurationErrors.Add(error);
            }

            return false;
        }
    }

    private sealed class SettingsCheck<TSettings>(Func<TSettings, List<string>> check) : IValidateOptions<TSettings>
        where TSettings : ServerSettings
    {
        public ValidateOptionsResult Validate(string? name, TSettings options)
        {
            List<string> errors = check(options);
            return errors.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(errors);
        }
    }
}
