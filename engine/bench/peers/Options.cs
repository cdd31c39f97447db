using System.CommandLine;

namespace PlayHouse.Engine.Peers;

/// <summary>Options that both commands have.</summary>
internal static class Options
{
    /// <summary>A whole number within limits; what lies outside is refused with them.</summary>
    public static Option<int?> Number(string name, string text, int min, int max)
    {
        Option<int?> option = new(name) { Description = text };
        option.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<int?>() is int given && (given < min || given > max))
            {
                result.AddError($"{name} takes {min} to {max}.");
            }
        });
        return option;
    }
}
