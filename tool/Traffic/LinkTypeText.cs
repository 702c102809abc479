namespace Codec.Cli.Traffic;

/// <summary>Names link types that are not read, as numbered by tcpdump.org.</summary>
internal static class LinkTypeText
{
    public static string Of(int linkType) => linkType + linkType switch
    {
        6 => " (token ring)",
        9 or 50 or 51 => " (PPP)",
        105 or 119 or 127 or 163 or 192 => " (IEEE 802.11)",
        187 or 201 or 251 or 256 => " (Bluetooth)",
        189 or 220 or 249 => " (USB)",
        195 or 215 or 230 => " (IEEE 802.15.4)",
        227 => " (CAN)",
        239 => " (NFLOG)",
        253 => " (netlink)",
        > 147 and <= 162 => $" (USER{linkType - 147})",
        _ => "",
    };
}
