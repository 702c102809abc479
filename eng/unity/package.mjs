// Assembles the Unity package from the output of dotnet build: node eng/unity/package.mjs FOLDER CONFIGURATION. eng/unity/pack runs it. The same
// inputs give the same bytes: the output contains no times and no machine names, and the GUID of a file is derived from its path.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, extname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const name = "com.codec.packets";
const repository = fileURLToPath(new URL("../..", import.meta.url));
const [output, configuration] = process.argv.slice(2);
const target = join(output, name);
const version = readFileSync(join(repository, "VERSION"), "utf8").trim();

// Packages that the netstandard2.1 build needs and Unity does not contain. Each is one assembly with the name of the package. If a dependency is not
// listed, the script stops. Add it here and to the table in docs/unity.md, with the reason.
const dependencies = ["Microsoft.Bcl.AsyncInterfaces", "Microsoft.Bcl.TimeProvider", "System.IO.Pipelines", "System.Runtime.CompilerServices.Unsafe"];

function fail(message) {
  console.error(`pack: ${message}`);
  process.exit(1);
}

function built(project, framework, file) {
  const path = join(repository, project, "bin", configuration, framework, file);
  return existsSync(path) ? path : fail(`${path} does not exist; run eng/unity/pack without --no-build.`);
}

// Returns every file of the package, as a map from path to content.
function files() {
  const found = new Map();
  const walk = folder => {
    for (const entry of readdirSync(join(repository, "unity", name, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      entry.isDirectory() ? walk(path) : found.set(path, readFileSync(join(repository, "unity", name, path)));
    }
  };
  walk("");
  found.set("package.json", manifest(found.get("package.json")));
  found.set("Editor/SchemaImporter.cs", schemaImporter(found.get("Editor/SchemaImporter.cs")));
  found.set("LICENSE.md", readFileSync(join(repository, "LICENSE")));
  found.set("Runtime/Codec.dll", readFileSync(built("Codec", "netstandard2.1", "Codec.dll")));
  // The documentation that an editor shows beside a name.
  found.set("Runtime/Codec.xml", readFileSync(built("Codec", "netstandard2.1", "Codec.xml")));

  for (const [assembly, path] of packages()) {
    found.set(`Runtime/Dependencies/${assembly}.dll`, readFileSync(path));
  }

  found.set("Editor/Codec.Schema.dll", readFileSync(built("compiler/Codec.Schema", "netstandard2.0", "Codec.Schema.dll")));
  found.set("Generator/Codec.SourceGenerator.dll", readFileSync(built("compiler/Codec.SourceGenerator", "netstandard2.0", "Codec.SourceGenerator.dll")));
  return found;
}

// The version is that of the library.
function manifest(content) {
  const { name: packageName, ...rest } = JSON.parse(content);
  return Buffer.from(JSON.stringify({ name: packageName, version, ...rest }, null, 2) + "\n");
}

// The importer's version is a number.
function schemaImporter(content) {
  const [major, minor, patch] = version.split(".").map(Number);
  if (![major, minor, patch].every(Number.isInteger)) {
    fail(`The version ${version} has not three numbers, so the importer gets none.`);
  }
  const [before, after] = ["Version = 1;", `Version = ${(major * 1000 + minor) * 1000 + patch};`];
  const text = content.toString();
  return text.includes(before) ? Buffer.from(text.replace(before, after)) : fail(`Editor/SchemaImporter.cs lacks "${before}".`);
}

// Returns the assemblies of the NuGet packages that the build has resolved, as a map from name to path.
function packages() {
  const resolved = JSON.parse(readFileSync(built("Codec", "netstandard2.1", "Codec.deps.json")));
  const cache = process.env.NUGET_PACKAGES ?? join(homedir(), ".nuget/packages");
  const found = new Map();
  for (const [key, entry] of Object.entries(resolved.targets[resolved.runtimeTarget.name])) {
    for (const file of resolved.libraries[key].type === "package" ? Object.keys(entry.runtime ?? {}) : []) {
      found.set(basename(file, ".dll"), join(cache, resolved.libraries[key].path, file));
    }
  }

  const [wanted, actual] = [dependencies.join(", "), [...found.keys()].sort().join(", ")];
  return wanted === actual ? found : fail(`The build needs ${actual}; expected ${wanted}.`);
}

function guid(path) {
  return createHash("md5").update(`${name}/${path}`).digest("hex");
}

const noBundle = "  userData: \n  assetBundleName: \n  assetBundleVariant: \n";

function importer(kind, lines = "") {
  return `${kind}:\n  externalObjects: {}\n${lines}${noBundle}`;
}

function plugin(platforms, { constraint, isExplicit = false, labels = "" } = {}) {
  const platform = (key, enabled, settings) => `  - first:\n      ${key}\n    second:\n      enabled: ${enabled ? 1 : 0}\n      settings:${settings}\n`;
  return labels + importer("PluginImporter", `  serializedVersion: 2
  iconMap: {}
  executionOrder: {}
  defineConstraints:${constraint ? `\n  - '${constraint}'` : " []"}
  isPreloaded: 0
  isOverridable: 0
  isExplicitlyReferenced: ${isExplicit ? 1 : 0}
  validateReferences: 0
  platformData:
` + platform("Any: ", platforms === "Any", " {}") + platform("Editor: Editor", platforms === "Editor", "\n        DefaultValueInitialized: true")
    + (platforms === "WebGL" ? platform("WebGL: WebGL", true, " {}") : ""));
}

// Returns the settings for Unity's importer of a file.
function settings(path) {
  const stem = basename(path, extname(path));
  switch (extname(path)) {
    case ".cs":
      return importer("MonoImporter", "  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n");
    case ".asmdef":
      return importer("AssemblyDefinitionImporter");
    case ".fbs":
      return `ScriptedImporter:\n  internalIDToNameTable: []\n  externalObjects: {}\n  serializedVersion: 2\n${noBundle}`
        + `  script: {fileID: 11500000, guid: ${guid("Editor/SchemaImporter.cs")}, type: 3}\n  writeCSharp: 1\n  folder: \n`;
    case ".jslib":
      return plugin("WebGL");
    case ".dll":
      return path.startsWith("Generator/") ? plugin("None", { isExplicit: true, labels: "labels:\n- RoslynAnalyzer\n" })
        : path.startsWith("Editor/") ? plugin("Editor", { isExplicit: true })
        // If a project has the assembly from another source, it defines the symbol. Unity accepts only one assembly of a name.
        : path.startsWith("Runtime/Dependencies/") ? plugin("Any", { constraint: `!CODEC_WITHOUT_${stem.toUpperCase().replaceAll(".", "_")}` })
        : plugin("Any");
    case ".json":
      return importer(path === "package.json" ? "PackageManifestImporter" : "TextScriptImporter");
    case ".md":
    case ".xml":
      return importer("TextScriptImporter");
    default:
      return fail(`${path}: no importer is known for ${extname(path) || "a file without an extension"}.`);
  }
}

function meta(path, body) {
  return Buffer.from(`fileFormatVersion: 2\nguid: ${guid(path)}\n${body}`);
}

function withMetas(content) {
  const all = new Map(content);
  for (const path of content.keys()) {
    all.set(path + ".meta", meta(path, settings(path)));
    for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) {
      // Unity does not import a folder whose name ends with ~. When its content is copied into a project, the .meta files are copied, too.
      if (!folder.endsWith("~")) {
        all.set(folder + ".meta", meta(folder, `folderAsset: yes\n${importer("DefaultImporter")}`));
      }
    }
  }

  return new Map([...all].sort(([left], [right]) => (left < right ? -1 : 1)));
}

// Returns an archive as npm creates it: every file is below package/. See POSIX, pax, "ustar Interchange Format".
function tarball(all) {
  const block = 512;
  const blocks = [];
  for (const [path, content] of all) {
    const header = Buffer.alloc(block);
    const entry = `package/${path}`;
    Buffer.byteLength(entry) <= 100 || fail(`${entry} is longer than the 100 bytes that a tar header has for it.`);
    header.write(entry, 0);
    header.write("0000644\0" + "0000000\0" + "0000000\0" + content.length.toString(8).padStart(11, "0") + "\0" + "00000000000\0" + " ".repeat(8) + "0", 100);
    header.write("ustar\0" + "00", 257);
    header.write(header.reduce((sum, byte) => sum + byte).toString(8).padStart(6, "0") + "\0 ", 148);
    blocks.push(header, content, Buffer.alloc((block - (content.length % block)) % block));
  }

  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * block)]), { level: 9 });
}

const all = withMetas(files());
rmSync(target, { recursive: true, force: true });
for (const [path, content] of all) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), content);
}

const archive = join(output, `${name}-${version}.tgz`);
writeFileSync(archive, tarball(all));
console.log(`${target}: ${all.size} files\n${archive}: ${statSync(archive).size} bytes`);
