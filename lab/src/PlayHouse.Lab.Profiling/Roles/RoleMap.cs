namespace PlayHouse.Lab.Profiling.Roles;

/// <summary>Types whose methods play one role, whichever of them is built in.</summary>
/// <param name="Role">Name of the role, for example <c>mailbox</c>.</param>
/// <param name="Types">Dotted pattern of the types; <c>*</c> stays inside one segment: <c>Server.Mailboxes.*</c>.</param>
public sealed record RoleRule(string Role, string Types);

/// <summary>Allocated types that stand for the same thing in two arms.</summary>
/// <param name="Name">Common name.</param>
/// <param name="Types">Pattern of type names as the runtime gives them; <c>*</c> is any run of characters.</param>
public sealed record TypeRule(string Name, string Types);

/// <summary>
/// Lines up what was exchanged: <c>ConcurrentQueueMailbox.Post</c> of one arm and <c>MpscRingMailbox.Post</c> of the other are
/// both <c>mailbox@Post</c>, so an exchanged strategy is a difference of one site and not one site gone and another new. The
/// first rule that matches counts. Types are lined up only by rules that name them. Immutable, any thread.
/// </summary>
public sealed class RoleMap
{
    /// <summary>Stands between a role and a method; no name of a method holds it.</summary>
    public const char Separator = '@';

    private readonly RoleRule[] _methods;
    private readonly TypeRule[] _types;

    /// <summary>A map of these rules.</summary>
    /// <param name="methods">Rules of methods, the first match counts.</param>
    /// <param name="types">Rules of allocated types, the first match counts.</param>
    public RoleMap(IEnumerable<RoleRule> methods, IEnumerable<TypeRule> types)
    {
        ArgumentNullException.ThrowIfNull(methods);
        ArgumentNullException.ThrowIfNull(types);
        _methods = [.. methods];
        _types = [.. types];
    }

    /// <summary>Every name is itself.</summary>
    public static RoleMap None { get; } = new([], []);

    /// <summary>The roles, each once, in the order of the rules.</summary>
    public IEnumerable<string> Roles => _methods.Select(r => r.Role).Distinct(StringComparer.Ordinal);

    /// <summary>The role a method belongs to, or null.</summary>
    /// <param name="method">Normalised name.</param>
    public string? RoleOf(string method) => Find(method).Role;

    /// <summary><c>role@Method</c>, or the name itself without a role.</summary>
    /// <param name="method">Normalised name.</param>
    public string Method(string method)
    {
        (string? role, string? member) = Find(method);
        return role is null ? method : $"{role}{Separator}{member}";
    }

    /// <summary>The common name of an allocated type, or the name itself.</summary>
    /// <param name="type">Name as the runtime gives it.</param>
    public string Type(string type)
    {
        ArgumentNullException.ThrowIfNull(type);
        return Array.Find(_types, r => NamePattern.Covers(r.Types, type))?.Name ?? type;
    }

    private (string? Role, string? Member) Find(string method)
    {
        ArgumentNullException.ThrowIfNull(method);
        foreach (RoleRule rule in _methods)
        {
            if (NamePattern.Behind(rule.Types, method) is { } member)
                return (rule.Role, member);
        }
        return (null, null);
    }
}
