// Converts JSON to payloads and payloads to JSON with flatc, for the tests of Codec.Interpreter:
//   node eng/flatc/json.mjs REQUEST
// REQUEST is a JSON file: { "schema": text, "root": "Name.Of.Table", "cases": [{ "json": base64 } or { "payload": base64 }, ...] }. The schema can
// include those of the repository. Prints an array with { "payload": base64, "json": base64 } or { "error": text } for each case.
import { readFileSync } from "node:fs";
import { Flatc, main } from "./flatc.mjs";

// Converts the files of cases with one run of flatc, because each run parses the schema. If that fails, converts them one by one, because flatc stops at
// the first error. Returns { bytes } or { error } for each case.
function convert(flatc, options, numbers, extension) {
  if (numbers.length === 0) {
    return [];
  }
  const result = flatc.tryRun([...options, ...numbers.map(number => `/json/case${number}.${extension}`)]);
  if (result.code === 0) {
    // The schema can declare the extension of binary files.
    const names = [...result.files.keys()];
    return numbers.map(number => ({ bytes: result.files.get(names.find(name => name.startsWith(`case${number}.`))) }));
  }
  return numbers.length === 1
    ? [{ error: result.messages.split("error:").pop().trim() }]
    : numbers.flatMap(number => convert(flatc, options, [number], extension));
}

await main(import.meta.url, async ([request]) => {
  const { schema, root, cases } = JSON.parse(readFileSync(request, "utf8"));
  const flatc = await Flatc.start();
  flatc.mount("/json/schema.fbs", schema);
  const common = ["-I", "/schemas", "-I", "/schemas/coverage", "--root-type", root];
  const answers = cases.map(one => ({ payload: one.payload && Buffer.from(one.payload, "base64") }));

  const given = [...cases.keys()].filter(number => !answers[number].payload);
  for (const number of given) {
    flatc.mount(`/json/case${number}.json`, Buffer.from(cases[number].json, "base64"));
  }
  convert(flatc, ["--binary", ...common, "/json/schema.fbs"], given, "json").forEach(({ bytes, error }, i) => {
    answers[given[i]] = { payload: bytes, error };
  });

  const valid = [...cases.keys()].filter(number => answers[number].payload);
  for (const number of valid) {
    flatc.mount(`/json/case${number}.bin`, answers[number].payload);
  }
  convert(flatc, ["--json", "--strict-json", "--raw-binary", ...common, "/json/schema.fbs", "--"], valid, "bin").forEach(({ bytes, error }, i) => {
    Object.assign(answers[valid[i]], { json: bytes, error });
  });
  process.stdout.write(JSON.stringify(answers.map(({ payload, json, error }) =>
    ({ payload: payload?.toString("base64"), json: json?.toString("base64"), error }))));
  return 0;
});
