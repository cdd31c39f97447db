namespace PlayHouse.Lab.Load.Tests.Fakes;

/// <summary>Something that the load can be pointed at.</summary>
internal interface IFakeServer
{
    int Port { get; }
}
