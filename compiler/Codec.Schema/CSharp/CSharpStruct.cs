namespace Codec.Schema.CSharp;

internal sealed class CSharpStruct
{
    /// <summary>
    /// The maximum size of a struct, in bytes. C# copies structs: to compare or to read one, several copies are on the stack, which has 1
    /// MiB on Windows.
    /// </summary>
    public const int MaxSize = 1 << 16;

    public CSharpStruct(StructDefinition definition)
    {
        Definition = definition;
        Name = CSharpNames.Name(definition);
        NameSet names = new([Name, .. MemberNames.OfObject], StringComparer.Ordinal);
        Fields = [.. definition.Fields.Select(field => new CSharpStructField(field, CSharpNames.Unique(CSharpNames.Member(field), names)))];
        Members = new MemberNames(
            names, "ByteSize", "PacketId", "TryWrite", "TryRead", "CompareByKey", "TryFind", "Handler", "PacketShape");
        foreach (CSharpStructField field in Fields)
        {
            field.Get = Members.Add("Get" + field.Name);
            field.Set = Members.Add("Set" + field.Name);
            field.Stored = Members.Add("__" + field.Name);
            field.Elements = Members.Add($"__{field.Name}Elements");
        }
    }

    public StructDefinition Definition { get; }
    public string Name { get; }
    public IReadOnlyList<CSharpStructField> Fields { get; }
    public MemberNames Members { get; }
}
