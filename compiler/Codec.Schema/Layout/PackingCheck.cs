using Codec.Schema.Binding;

namespace Codec.Schema.Layout;

/// <summary>Finds packed packets with types that <see cref="PackingShape"/> cannot describe.</summary>
internal static class PackingCheck
{
    internal static void Run(SchemaModel model, DiagnosticBag diagnostics)
    {
        SchemaIndex index = new(model);
        foreach (PacketDefinition packet in model.Packets.Where(packet => packet.IsPacked))
        {
            IEnumerable<string> types = Reachable.From(
                [packet.Type], name => index.Find(name).Uses().Where(use => !use.IsNested && !use.IsDeprecated).Select(use => use.Type));
            IEnumerable<string?> problems = types.Select(name => Problem(index, index.Find(name)))
                .Append(packet.Baselines > 0 && model.Packets.Any(other => other.Answer == packet.Type) ? "an answer is not sent as a difference" : null);
            foreach (string? problem in problems.Where(problem => problem is not null).Take(1))
            {
                SourceSpan span = index.Find(packet.Type).Attributes.First(attribute => attribute.Name is Binder.PacketPacked or Binder.PacketDelta).Span;
                diagnostics.Report(SchemaRule.PacketAttributeMisuse, span, $"'{packet.Type}' cannot be packed: {problem}.");
            }
        }
    }

    private static string? Problem(SchemaIndex index, Definition type) => type switch
    {
        StructDefinition record when PackingShape.Leaves(index, record).Count > PackingShape.MaxLeaves =>
            FormattableString.Invariant($"'{type.FullName}' contains more than {PackingShape.MaxLeaves} fields, counting those in arrays of structs"),
        UnionDefinition union when union.Members.Any(member => member.Id.WireBits > uint.MaxValue) =>
            FormattableString.Invariant($"'{type.FullName}' has a member outside 0 to {uint.MaxValue}"),
        _ => null,
    };
}
