using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Writes a run's events to the store and shows each to an observer once it is stored.</summary>
internal sealed class RunJournal(LabStore store, string runId, IRunObserver observer)
{
    /// <summary>Stores one event. Never cancelled: what happened is recorded also while the run is being stopped.</summary>
    public async Task WriteAsync<TData>(string type, TData data)
    {
        RunEvent stored = await store.Events.AppendAsync(runId, type, JsonSerializer.Serialize(data, LabJson.Compact), CancellationToken.None);
        observer.OnEvent(stored);
    }

    /// <summary>Shows an event that the store wrote together with the change it tells of.</summary>
    public void Show(RunEvent? stored)
    {
        if (stored is not null)
        {
            observer.OnEvent(stored);
        }
    }

    /// <summary>Stores a sentence for people.</summary>
    public Task NoteAsync(string text) => WriteAsync(RunEventTypes.Note, new NoteData(text));
}
