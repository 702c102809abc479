using System;

namespace Codec.Schema.CSharp;

/// <summary>Specifies what is generated for each type of a schema.</summary>
[Flags]
public enum CSharpParts
{
    /// <summary>No part: only the enums and structs.</summary>
    None = 0,

    /// <summary>The properties of tables and the values of unions.</summary>
    Types = 1,

    /// <summary>Methods and types that write payloads, and the interface through which packets are sent.</summary>
    Writers = 2,

    /// <summary>Views, which read a payload in place. With <see cref="Types"/>, also the methods that read into objects.</summary>
    Views = 4,

    /// <summary>Verification. With <see cref="Views"/>, also the registration of packet handlers.</summary>
    Verify = 8,

    /// <summary>Every part.</summary>
    Default = Types | Writers | Views | Verify,
}
