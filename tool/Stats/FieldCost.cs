namespace Codec.Cli.Stats;

/// <summary>What a field takes in the payloads of one message: itself, and the text or the vector that it refers to. The fields of a table inside are others.</summary>
internal sealed class FieldCost(string path)
{
    private readonly Dictionary<(string, bool), FieldCost> _inside = [];

    public string Path => path;
    public long Count { get; set; }

    /// <summary>Gets or sets the size in bytes, without padding, vtables, and the offset of a table to its vtable.</summary>
    public long Bytes { get; set; }

    /// <summary>Gets or sets the bits that the field takes in packed payloads.</summary>
    public long Bits { get; set; }

    /// <summary>Gets or sets the bits in the packet that is being unpacked.</summary>
    public long PendingBits { get; set; }

    public IEnumerable<FieldCost> All => _inside.Values.SelectMany(cost => cost.All).Prepend(this);

    public FieldCost Of((string Name, bool IsVector) field)
    {
        if (!_inside.TryGetValue(field, out FieldCost? cost))
        {
            string name = field.IsVector ? field.Name + "[]" : field.Name;
            _inside[field] = cost = new FieldCost(path.Length == 0 ? name : $"{path}.{name}");
        }

        return cost;
    }
}
