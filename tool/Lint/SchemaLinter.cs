namespace Codec.Cli.Lint;

/// <summary>Finds what a schema allows and its author will regret. Used once.</summary>
internal sealed class SchemaLinter
{
    // The smallest number of values that look like bits. 0, 1 and 2 are also an ordinary enumeration.
    private const int MinFlags = 3;

    private readonly List<Finding> _found = [];
    private readonly SchemaModel _model;
    private readonly Dictionary<string, Definition> _types;

    private SchemaLinter(SchemaModel model) => (_model, _types) = (model, model.Types.ToDictionary(type => type.FullName));

    /// <summary>Returns the findings in a model, in the order of files and lines.</summary>
    public static IReadOnlyList<Finding> Lint(SchemaModel model)
    {
        SchemaLinter linter = new(model);
        linter.CheckPackets();
        linter.CheckEnums();
        linter.CheckStructs();
        linter.CheckVectors();
        linter.CheckUses();
        linter.CheckIncludes();
        string[] order = [.. model.Files.Select(file => file.Path)];
        return [.. linter._found.OrderBy(finding => Array.IndexOf(order, finding.Span.Path)).ThenBy(finding => finding.Span.Start)];
    }

    private void Add(LintRule rule, SourceSpan span, string message) =>
        _found.Add(new Finding("warning", rule.Name, span, message, "instead: " + rule.Advice, []));

    private void CheckPackets()
    {
        foreach (PacketDefinition packet in _model.Packets)
        {
            Definition type = _types[packet.Type];
            bool isUnlimited = packet.LimitOf(type) is null && ReachedFrom([packet.Type]).Select(name => _types[name]).OfType<TableDefinition>()
                .SelectMany(table => table.Fields).Any(field => !field.IsDeprecated && field.Type.Kind is TypeKind.String or TypeKind.Vector);
            if (isUnlimited)
            {
                Add(LintRule.PacketWithoutLimit, packet.Span, $"'{type.Name}' has strings or vectors and no limit, so a peer may send the largest payload of the packet format.");
            }

            if (type.Attributes.All(attribute => attribute.Name != "packet_direction"))
            {
                Add(LintRule.PacketWithoutDirection, packet.Span, $"'{type.Name}' does not say who sends it, so each side accepts it from the other.");
            }

            if (packet.Id > ushort.MaxValue || (packet.MaxSize > ushort.MaxValue && !packet.IsPacked))
            {
                string what = packet.Id > ushort.MaxValue ? $"the id {packet.Id}" : $"payloads of {packet.MaxSize} bytes";
                Add(LintRule.PacketNeedsWideHeader, packet.Span, $"'{type.Name}' has {what}, and a field of the default header has at most 65535.");
            }
        }
    }

    private void CheckEnums()
    {
        foreach (EnumDefinition type in _model.Enums.Where(type => !type.IsBitFlags))
        {
            decimal[] numbers = [.. type.Values.Select(value => value.Value.Integer)];
            if (!numbers.Contains(0))
            {
                Add(LintRule.EnumWithoutZero, type.Span, $"'{type.Name}' has no value 0, which a new object, an element of a vector and a field of a struct have at first.");
            }

            ScalarType stored = ScalarType.Of(type.Underlying);
            ScalarType? smaller = Enum.GetValues<ScalarKind>().Select(ScalarType.Of)
                .FirstOrDefault(other => other.IsInteger && other.IsSigned == stored.IsSigned && numbers.All(number => number >= other.Smallest && number <= other.Largest));
            if (smaller?.Size < stored.Size)
            {
                Add(LintRule.EnumTooWide, type.Span, $"Each '{type.Name}' takes {Counted.Of(stored.Size, "byte")}, and {smaller.Name} would fit into {smaller.Size}.");
            }

            decimal[] bits = [.. numbers.Where(number => number != 0)];
            if (bits.Length >= MinFlags && bits.Select((number, i) => number == 1UL << i).All(isBit => isBit))
            {
                Add(LintRule.FlagsWithoutBitFlags, type.Span, $"The values of '{type.Name}' are bits, but a combination of them is no value of this enum.");
            }
        }
    }

    private void CheckStructs()
    {
        foreach (StructDefinition type in _model.Structs)
        {
            int data = type.Size - type.Fields.Sum(field => field.PaddingAfter);
            int best = (data + type.Alignment - 1) / type.Alignment * type.Alignment;
            if (best < type.Size)
            {
                Add(LintRule.StructPadding, type.Span, $"'{type.Name}' has {type.Size} bytes because of padding, and {best} in another order.");
            }
        }
    }

    private void CheckVectors()
    {
        HashSet<string> elements = [];
        foreach (TableField field in _model.Tables.SelectMany(table => table.Fields))
        {
            if (field.IsDeprecated && field.Presence == FieldPresence.Required)
            {
                Add(LintRule.RequiredDeprecated, field.Span, $"'{field.Name}' is deprecated, so it is not written, but old peers reject payloads without it.");
            }

            if (field.IsDeprecated || field.Type is not { Kind: TypeKind.Vector, Element: { } element })
            {
                continue;
            }

            if (element.IsBool)
            {
                Add(LintRule.VectorOfBool, field.Span, $"Each element of '{field.Name}' takes a byte.");
            }

            if (element.Definition is { } name && elements.Add(name) && Fields(_types[name]) is { } fields && !fields.Any(other => other.IsKey)
                && fields.FirstOrDefault(other => other.Name == "id" && other.Type.IsNumber) is not null)
            {
                Add(LintRule.VectorWithoutKey, field.Span, $"'{_types[name].Name}' has an id and no key, so a search in '{field.Name}' reads every element.");
            }
        }

        foreach (Definition type in _model.Types.Where(type => !elements.Contains(type.FullName)))
        {
            if (Fields(type)?.FirstOrDefault(field => field.IsKey) is { } key)
            {
                Add(LintRule.KeyWithoutVector, key.Span, $"'{key.Name}' is a key, and no vector has elements of type '{type.Name}'.");
            }
        }
    }

    private void CheckUses()
    {
        string[] roots =
        [
            .. _model.Packets.Select(packet => packet.Type), .. _model.Files.Select(file => file.RootType).OfType<string>(),
            .. _model.Services.SelectMany(service => service.Methods).SelectMany(method => new[] { method.Request, method.Response }),
        ];
        HashSet<string> reached = ReachedFrom(roots);
        foreach (Definition type in _model.Types.Where(type => roots.Length > 0 && !reached.Contains(type.FullName)))
        {
            Add(LintRule.TypeUnused, type.Span, $"No packet, root type or service leads to '{type.Name}', for which code is generated.");
        }
    }

    private void CheckIncludes()
    {
        ILookup<string, Definition> byFile = _model.Types.ToLookup(type => type.Span.Path);
        foreach (SchemaFile file in _model.Files.Where(file => byFile.Contains(file.Path)))
        {
            HashSet<string> uses =
            [
                .. byFile[file.Path].SelectMany(type => type.Uses()).Select(use => use.Type), .. file.RootType is { } root ? [root] : Array.Empty<string>(),
                .. _model.Services.Where(service => service.Span.Path == file.Path).SelectMany(service => service.Methods)
                    .SelectMany(method => new[] { method.Request, method.Response }),
            ];
            foreach (string include in file.Includes)
            {
                Definition[] types = [.. _model.TypesFrom(include)];
                if (types.Length > 0 && !types.Any(type => uses.Contains(type.FullName)))
                {
                    string name = Path.GetFileName(include);
                    Add(LintRule.IncludeUnused, new SourceSpan(file.Path, 0, 0, 1, 1), $"The file includes {MessageText.Printable(name)}, and uses none of its types.");
                }
            }
        }
    }

    private HashSet<string> ReachedFrom(IEnumerable<string> names) => Reachable.From(names, name => _types[name].Uses().Select(use => use.Type));

    private static IReadOnlyList<FieldDefinition>? Fields(Definition type) => type switch
    {
        TableDefinition table => table.Fields,
        StructDefinition record => record.Fields,
        _ => null,
    };
}
