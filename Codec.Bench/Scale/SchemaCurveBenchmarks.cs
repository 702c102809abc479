using System.Text;
using Codec.Schema;
using Codec.Schema.CSharp;

namespace Codec.Bench.Scale;

/// <summary>Parses, binds and writes the C# of schemas with many tables of ten fields.</summary>
public class SchemaCurveBenchmarks
{
    private SchemaSource? _schema;

    [Params(10, 50, 200, 1000, 2000)]
    public int Tables { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        StringBuilder text = new("""
            attribute "packet_id";
            namespace Scale;
            enum Color:ubyte { Red, Green }
            struct Point { x:float; y:float; }
            table Child { name:string; }

            """);
        for (int i = 1; i <= Tables; i++)
        {
            text.Append(CultureInfo.InvariantCulture,
                $"table T{i} (packet_id: {i}) {{ a:bool; b:int; c:ulong; d:double; e:Color; f:Point; g:string; h:[int]; i:[Child]; j:Child; }}\n");
        }

        _schema = new SchemaSource("scale.fbs", text.ToString());
    }

    [Benchmark]
    public int Generate()
    {
        SchemaResult result = SchemaCompiler.Compile([_schema!], _ => null);
        return result.Model is { } model
            ? CSharpEmitter.Emit(model).Sum(file => file.Text.Length)
            : throw new InvalidOperationException(string.Join('\n', result.Diagnostics));
    }
}
