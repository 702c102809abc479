#!/usr/bin/env bash
# MemoryPack 1.21.4 on .NET 10 (seen with 10.0.12): the first message of a process registers formatters of 33 types that it does not contain, each alone,
# nullable and as an array. Although the code for the message is generated, the JIT compiles hundreds of methods before the first byte is written.
# Output seen: "10.0: a message with a text compiles 374 methods, and registers 69 kinds of formatters".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >first.csproj <<'XML'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="MemoryPack" Version="[1.21.4]" />
  </ItemGroup>
</Project>
XML
cat >Program.cs <<'CS'
using System;
using System.Runtime;
using MemoryPack;

long before = JitInfo.GetCompiledMethodCount();
MemoryPackSerializer.Serialize(new Message { Text = "hello" });
Console.WriteLine(JitInfo.GetCompiledMethodCount() - before);

[MemoryPackable]
public partial class Message
{
    public string? Text { get; set; }
}
CS
dotnet build -c Release -v q --nologo >build.txt || { cat build.txt; exit 1; }
methods=$(DOTNET_JitStdOutFile=jit.txt DOTNET_JitDisasmSummary=1 dotnet bin/Release/net10.0/first.dll)
formatters=$(grep -c 'MemoryPackFormatterProvider:Register\[' jit.txt)
echo "10.0: a message with a text compiles $methods methods, and registers $formatters kinds of formatters"
[ "$methods" -ge 300 ] && [ "$formatters" -ge 50 ]
