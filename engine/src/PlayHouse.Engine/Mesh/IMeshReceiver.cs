using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Mesh;

/// <summary>The receiving thread of a mesh as its owner knows it. Dispose after the stop.</summary>
internal interface IMeshReceiver : ICounterSource, IDisposable
{
    /// <summary>Starts the thread; completes with the address it listens at.</summary>
    /// <exception cref="InvalidOperationException">The address cannot be bound; the message names it.</exception>
    Task<string> StartAsync();

    /// <summary>Says that the context is about to be shut down; completes when the thread has closed its socket.</summary>
    Task StopAsync();
}
