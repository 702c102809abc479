// Converts JSON to payloads and payloads to JSON with flatc, for the tests of Codec.Json:
//   node tools/flatc/json.mjs REQUEST
// REQUEST is a JSON file: { "schema": text, "root": "Name.Of.Table", "cases": [{ "json": base64 } or { "payload": base64 }, ...] }. The schema can
// include those of the repository. Prints an array with { "payload": base64, "json": base64 } or { "error": text } for each case.
import { readFileSync } from "node:fs";
import { Flatc, main } from "./flatc.mjs";

await main(import.meta.url, async ([request]) => {
  const { schema, root, cases } = JSON.parse(readFileSync(request, "utf8"));
  const flatc = await Flatc.start();
  flatc.mount("/json/schema.fbs", schema);
  const common = ["-I", "/schemas", "-I", "/schemas/coverage", "--root-type", root];
  const answers = cases.map(one => {
    let payload = one.payload && Buffer.from(one.payload, "base64");
    if (!payload) {
      flatc.mount("/json/case.json", Buffer.from(one.json, "base64"));
      const made = flatc.tryRun(["--binary", ...common, "/json/schema.fbs", "/json/case.json"]);
      if (made.code !== 0) {
        return { error: made.messages.split("error:").pop().trim() };
      }
      [payload] = made.files.values();
    }
    flatc.mount("/json/case.bin", payload);
    const printed = flatc.tryRun(["--json", "--strict-json", "--raw-binary", ...common, "/json/schema.fbs", "--", "/json/case.bin"]);
    if (printed.code !== 0) {
      return { payload: payload.toString("base64"), error: printed.messages.split("error:").pop().trim() };
    }
    const [text] = printed.files.values();
    return { payload: payload.toString("base64"), json: text.toString("base64") };
  });
  process.stdout.write(JSON.stringify(answers));
  return 0;
});
