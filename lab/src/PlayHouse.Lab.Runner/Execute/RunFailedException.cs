namespace PlayHouse.Lab.Runner.Execute;

/// <summary>A run cannot continue: a retry would meet the same error. Exit code 5.</summary>
internal sealed class RunFailedException(string message) : Exception(message);
