using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace PlayHouse.Engine.Hosting;

/// <summary>Registers settings: code, then configuration, then one check of everything when the host starts.</summary>
internal static class SettingsBinding
{
    public static void Add<TSettings>(
        IServiceCollection services,
        string section,
        Action<TSettings>? configure,
        Func<IServiceProvider, TSettings, List<string>> check)
        where TSettings : ServerSettings, new()
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

    private static void Bind<TSettings>(TSettings settings, IConfigurationSection? section)
        where TSettings : ServerSettings, new()
    {
        if (section is not null)
        {
            // What cannot be read is among the errors of the check, not the end of it. A strict binding stops at the first unknown key,
            // half way: it is tried on settings that are thrown away, and the real ones take every value that can be read.
            Bind(new TSettings(), section, isStrict: true, settings.ConfigurationErrors);
            Bind(settings, section, isStrict: false, settings.ConfigurationErrors);
        }
    }

    private static void Bind(ServerSettings settings, IConfigurationSection section, bool isStrict, List<string> errors)
    {
        try
        {
            section.Bind(settings, binder => binder.ErrorOnUnknownConfiguration = isStrict);
        }
        catch (InvalidOperationException exception)
        {
            // The outer ones of a list only say that something in it is wrong.
            string error = $"Configuration section '{section.Path}': {exception.GetBaseException().Message}";
            if (!errors.Contains(error))
            {
                errors.Add(error);
            }
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
