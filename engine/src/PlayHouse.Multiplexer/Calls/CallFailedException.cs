namespace PlayHouse.Multiplexer.Calls;

/// <summary>The peer answered with an error.</summary>
/// <param name="message">Its text.</param>
public sealed class CallFailedException(string message) : Exception(message);
