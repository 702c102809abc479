namespace Codec.Tests.Wireshark;

/// <summary>The versions of Wireshark that run the generated dissectors.</summary>
internal enum WiresharkHost
{
    /// <summary>The installed tshark: version 4.0 with Lua 5.2 on Debian 12.</summary>
    Tshark,

    /// <summary>The package of eng/wireshark: version 4.4 with Lua 5.4.</summary>
    Wiregasm,
}
