using System.Reflection;

namespace PlayHouse.Engine.Strategies;

/// <summary>
/// Builds what a selection names. A type parameter stands for the seam whose id it spells: <c>TMailbox</c> for <c>mailbox</c>,
/// <c>THandOver</c> for <c>hand-over</c>; the argument is that seam's strategy. Works once, when a server starts, on one thread; the code
/// that runs is the closed type's, as if it had been written out.
/// </summary>
internal sealed class StrategyComposer
{
    private const BindingFlags Constructors = BindingFlags.Instance | BindingFlags.Public;

    private readonly IReadOnlyList<SeamDescriptor> _seams;
    private readonly Dictionary<string, Type> _arguments = new(StringComparer.Ordinal);

    /// <summary>A composer of one selection.</summary>
    /// <param name="seams">The seams there are.</param>
    /// <param name="choices">
    /// Every seam with its strategy and all knob values (<see cref="SelectionRules.Resolve(StrategySelection, IReadOnlyList{SeamDescriptor})"/>).
    /// </param>
    public StrategyComposer(IReadOnlyList<SeamDescriptor> seams, IReadOnlyDictionary<string, StrategyChoice> choices)
    {
        ArgumentNullException.ThrowIfNull(seams);
        ArgumentNullException.ThrowIfNull(choices);
        _seams = seams;
        Choices = choices;
    }

    /// <summary>Every seam with its strategy and all knob values.</summary>
    public IReadOnlyDictionary<string, StrategyChoice> Choices { get; }

    /// <summary>Says what a type parameter stands for that spells no seam, or that stands for more than the strategy alone.</summary>
    public StrategyComposer Bind(string parameter, Type argument)
    {
        _arguments[parameter] = argument;
        return this;
    }

    /// <summary>The chosen strategy of a seam, closed.</summary>
    public Type TypeOf(string seam) => Close(_seams.Single(s => s.Id == seam).Find(Choices[seam].Id)!.Type);

    /// <summary>The type itself, or closed over the chosen strategies where it is open.</summary>
    /// <exception cref="InvalidOperationException">
    /// A type parameter spells no seam and is not bound, or its strategy does not keep to the seam's contract.
    /// </exception>
    public Type Close(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        if (!type.IsGenericTypeDefinition)
        {
            return type;
        }

        Type[] arguments = [.. type.GetGenericArguments().Select(Argument)];
        try
        {
            return type.MakeGenericType(arguments);
        }
        catch (ArgumentException error)
        {
            throw new InvalidOperationException(
                $"{type.Name} cannot be built of {string.Join(", ", arguments.Select(a => a.Name))}: {error.Message}",
                error);
        }
    }

    /// <summary>An object of the chosen strategy of a seam.</summary>
    /// <param name="seam">Id of the seam.</param>
    /// <param name="given">What constructors may ask for, found by its type.</param>
    public T Create<T>(string seam, params object[] given) => (T)Create(TypeOf(seam), given);

    /// <summary>
    /// An object of a type, closed first. Its one public constructor gets what it asks for: the choice of the type's own seam, this
    /// composer, what is given, and other strategies, which are made likewise. A struct without one is its default.
    /// </summary>
    /// <param name="type">The type; open or closed.</param>
    /// <param name="given">What constructors may ask for, found by its type.</param>
    public object Create(Type type, params object[] given)
    {
        Type closed = Close(type);
        return closed.GetConstructors(Constructors) switch
        {
            [] => Activator.CreateInstance(closed)!,
            [ConstructorInfo only] => only.Invoke(
                BindingFlags.DoNotWrapExceptions,
                null,
                [.. only.GetParameters().Select(p => Part(p.ParameterType, closed, given))],
                null),
            { Length: int several } =>
                throw new InvalidOperationException($"{closed.Name} has {several} public constructors; a strategy has one at most."),
        };
    }

    /// <summary>
    /// Seam id to <c>strategy{knob=value,…}</c> of the strategies among <paramref name="built"/> and among what those are closed over. It
    /// reads the types that run, not the choices: a server says what it is, not what it was asked to be.
    /// </summary>
    public Dictionary<string, string> Describe(IEnumerable<Type> built)
    {
        ArgumentNullException.ThrowIfNull(built);
        Dictionary<string, string> described = new(StringComparer.Ordinal);
        foreach (Type type in built)
        {
            Describe(type, described);
        }

        return described;
    }

    private static string ParameterOf(string seam) =>
        "T" + string.Concat(seam.Split('-').Select(word => char.ToUpperInvariant(word[0]) + word[1..]));

    private void Describe(Type type, Dictionary<string, string> described)
    {
        if (Find(type) is { } strategy)
        {
            described[strategy.Seam] = Choices[strategy.Seam].DescribeAs(strategy.Id);
        }

        foreach (Type argument in type.GetGenericArguments())
        {
            Describe(argument, described);
        }
    }

    private Type Argument(Type parameter)
    {
        if (!_arguments.TryGetValue(parameter.Name, out Type? argument))
        {
            SeamDescriptor seam = _seams.FirstOrDefault(s => ParameterOf(s.Id) == parameter.Name)
                ?? throw new InvalidOperationException(
                    $"Type parameter {parameter.Name} of {parameter.DeclaringType?.Name} spells no seam and is not bound.");
            argument = TypeOf(seam.Id);
            _arguments.Add(parameter.Name, argument);
        }

        return argument;
    }

    private object Part(Type asked, Type owner, object[] given) =>
        asked == typeof(StrategyChoice) ? Choices[Find(owner)!.Seam]
        : asked == typeof(StrategyComposer) ? this
        : given.FirstOrDefault(asked.IsInstanceOfType) is { } part ? part
        : Find(asked) is not null ? Create(asked, given)
        : throw new InvalidOperationException($"{owner.Name} asks for a {asked.Name}, which it is not given.");

    private StrategyDescriptor? Find(Type type)
    {
        Type code = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
        return _seams.SelectMany(s => s.Strategies).FirstOrDefault(s => s.Type == code);
    }
}
