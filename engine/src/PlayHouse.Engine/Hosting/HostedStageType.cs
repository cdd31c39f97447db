using System.Reflection;
using Microsoft.Extensions.DependencyInjection;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// A stage type whose stages and actors are made by dependency injection. Each stage and each actor has a scope of its
/// own, from its construction until after its <c>OnDestroy</c>: scoped services live as long as the object that took them.
/// </summary>
internal sealed class HostedStageType(string stageType, Type stage, Type actor, TimeSpan? endsWhenEmptyAfter, bool createdByClients)
{
    public StageRegistration Register(Func<IStageLink, IStage> makeStage, Func<IActorLink, IActor> makeActor) =>
        new(stageType, makeStage, makeActor) { EndsWhenEmptyAfter = endsWhenEmptyAfter, CreatedByClients = createdByClients };

    /// <summary>Adds what would make construction fail.</summary>
    public void Check(IServiceProvider services, List<string> errors)
    {
        Check(services, stage, typeof(IStageLink), errors);
        Check(services, actor, typeof(IActorLink), errors);
    }

    public StageRegistration Bind(IServiceProvider services)
    {
        ObjectFactory makeStage = FactoryOf(stage, typeof(IStageLink), out bool takesStageLink);
        ObjectFactory makeActor = FactoryOf(actor, typeof(IActorLink), out bool takesActorLink);
        return Register(
            link =>
            {
                AsyncServiceScope scope = services.CreateAsyncScope();
                ((Stage)link).Services = scope;
                return (IStage)makeStage(scope.ServiceProvider, takesStageLink ? [link] : null);
            },
            link =>
            {
                AsyncServiceScope scope = services.CreateAsyncScope();
                ((ActorLink)link).Services = scope;
                return (IActor)makeActor(scope.ServiceProvider, takesActorLink ? [link] : null);
            });
    }

    private static ObjectFactory FactoryOf(Type type, Type link, out bool takesLink)
    {
        takesLink = type.GetConstructors().Any(c => c.GetParameters().Any(p => p.ParameterType == link));
        return ActivatorUtilities.CreateFactory(type, takesLink ? [link] : Type.EmptyTypes);
    }

    private static void Check(IServiceProvider services, Type type, Type link, List<string> errors)
    {
        try
        {
            FactoryOf(type, link, out _);
        }
        catch (InvalidOperationException exception)
        {
            errors.Add($"{type} cannot be made: {exception.Message}");
            return;
        }

        ConstructorInfo[] constructors = type.GetConstructors();
        if (constructors.Length != 1 || services.GetService<IServiceProviderIsService>() is not { } registered)
        {
            return;
        }

        foreach (ParameterInfo parameter in constructors[0].GetParameters())
        {
            bool isKnown = parameter.ParameterType == link || parameter.HasDefaultValue
                || parameter.GetCustomAttribute<FromKeyedServicesAttribute>() is not null || registered.IsService(parameter.ParameterType);
            if (!isKnown)
            {
                errors.Add($"{type} needs {parameter.ParameterType}, which is not a registered service.");
            }
        }
    }
}
