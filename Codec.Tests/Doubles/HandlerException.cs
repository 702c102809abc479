using System;

namespace Codec.Tests.Doubles;

/// <summary>What the tests' handlers throw.</summary>
public sealed class HandlerException : Exception;
