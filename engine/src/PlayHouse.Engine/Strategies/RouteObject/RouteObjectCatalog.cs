namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>Descriptors of the route-object seam.</summary>
internal static class RouteObjectCatalog
{
    public const string SeamId = "route-object";

    public static SeamDescriptor Seam => new(
        SeamId,
        "Form in which a slot lies in the mailbox: wrapped on receive, unwrapped on the stage.",
        "What does one object per message cost, and does removing it buy what the seed claims?",
        [PerMessageObjectRoute.Descriptor, PooledObjectRoute.Descriptor, StructSlotRoute.Descriptor]);

    /// <summary>What the chosen route hands over, which is what a mailbox stores.</summary>
    public static Type ItemOf(StrategyComposer strategies) => strategies.TypeOf(SeamId).GetInterfaces()
        .Single(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IRouteObject<>)).GenericTypeArguments[0];
}
