using System;

namespace Codec.Tests.Framing.Drivers;

/// <summary>What the tests' handlers throw.</summary>
public sealed class HandlerException : Exception;
