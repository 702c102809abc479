namespace Codec.Tests.Doubles;

/// <summary>The exception of the tests' handlers.</summary>
public sealed class HandlerException : Exception;
