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
}
