using Codec.Schema;
using Codec.Schema.Cpp;
using Codec.Tests.Schema;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests that C++ rounds quantized fields to the same bits as C#.</summary>
[TestFixture]
internal sealed class CppQuantizationTests
{
    private const string Program = """
        #include "quantized_messages.hpp"
        #include <fstream>
        #include <iterator>
        using Rounded = Codec::Tests::Quantized::Rounded;
        int main(int, char** arguments) {
          std::ifstream file(arguments[1], std::ios::binary);
          std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
          Rounded message;
          if (!codec::read_into(message, codec::ByteSpan(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()))) return 1;
          codec::quantize(message);
          std::vector<std::byte> rounded(codec::max_size(message));
          rounded.resize(codec::write(message, rounded));
          std::ofstream(arguments[2], std::ios::binary).write(reinterpret_cast<const char*>(rounded.data()), static_cast<std::streamsize>(rounded.size()));
          return 0;
        }
        """;

    [Test]
    public void Rounded_message_has_the_same_bytes_in_both_languages()
    {
        ExternalProgram.Require("g++");
        string folder = Directory.CreateTempSubdirectory("codec-program").FullName;
        try
        {
            SchemaSource schema = SchemaText.Read(Repository.PathOf("Codec.Tests", "GeneratedCode", "Schemas", "quantized.fbs"))!;
            foreach (GeneratedFile header in CppMessageEmitter.Emit(SchemaCompiler.Compile([schema], SchemaText.Read).Model!, CppOptions.Default))
            {
                File.WriteAllText(Path.Combine(folder, header.Name), header.Text);
            }

            string program = Path.Combine(folder, "main");
            File.WriteAllText(program + ".cpp", Program);
            CppCompiler.Compile(
                program + ".cpp", program, "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror",
                "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-I", folder, "-I", Repository.PathOf("cpp", "include"));
            Quantized.Rounded message = QuantizedMessageTests.Make();
            File.WriteAllBytes(Path.Combine(folder, "plain"), QuantizedMessageTests.Bytes(message));
            ExternalProgram.RunSuccessfully(program, Path.Combine(folder, "plain"), Path.Combine(folder, "rounded"));
            message.Quantize();
            Assert.That(File.ReadAllBytes(Path.Combine(folder, "rounded")), Is.EqualTo(QuantizedMessageTests.Bytes(message)));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
