using System.Globalization;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Runner.Doctor;

/// <summary>The facts by which a recorded measurement is known to be of this machine.</summary>
internal static class MachineIdentity
{
    /// <summary>Fact to value, with the keys of a launch's fingerprint. What the system does not tell is left out.</summary>
    public static IReadOnlyDictionary<string, string> Now()
    {
        var facts = new Dictionary<string, string>
        {
            [FingerprintKeys.ProcessorCount] = Environment.ProcessorCount.ToString(CultureInfo.InvariantCulture),
        };
        if (MachineFactsReader.ProcessorModel() is { } model)
        {
            facts[FingerprintKeys.ProcessorModel] = model;
        }

        return facts;
    }
}
