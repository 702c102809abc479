namespace Codec.Cli.Stats;

/// <summary>What a field takes in the payloads of one message: itself, and the text or the vector that it refers to. The fields of a table inside are others.</summary>
/// <param name="path">The path from the message, such as <c>items[].name</c>.</param>
internal sealed class FieldCost(string path)
{
    private readonly Dictionary<PayloadField, FieldCost> _inside = [];

    public string Path => path;

    /// <summary>Gets or sets how many tables had the field.</summary>
    public long Count { get; set; }

    /// <summary>Gets or sets the size in bytes, without padding, vtables, and the offset of a table to its vtable.</summary>
    public long Bytes { get; set; }

    /// <summary>Gets this cost, and those of the fields of the tables inside.</summary>
    public IEnumerable<FieldCost> All => _inside.Values.SelectMany(cost => cost.All).Prepend(this);

    /// <summary>Returns the cost of a field of a table that this field refers to.</summary>
    public FieldCost Of(PayloadField field)
    {
        if (!_inside.TryGetValue(field, out FieldCost? cost))
        {
            string name = field.Type.Kind == TypeKind.Vector ? field.Name + "[]" : field.Name;
            _inside[field] = cost = new FieldCost(path.Length == 0 ? name : $"{path}.{name}");
        }

        return cost;
    }
}
