// Dissects a capture with generated dissectors in the pinned Wireshark, for the tests:
//   node eng/wireshark/dissect.mjs JOB.json
// A job is { "scripts": [path], "capture": path, "filter": text, "preferences": { "module.name": value }, "fields": [name] }. The result is a JSON object:
// "problems" has the messages of Lua and an invalid filter; "frames" has the values of the fields, or, if the job has no fields, the tree of each frame.
// An item of a tree is [field, value, label, offset, size, data source, children].
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const job = JSON.parse(readFileSync(process.argv[2], "utf8"));
const require = createRequire(import.meta.url);
const program = require.resolve("@goodtools/wiregasm/dist/wiregasm.js");
const problems = [];
const WARNING = 2;
let names;
const wireshark = await require(program)({
  wasmBinary: readFileSync(join(dirname(program), "wiregasm.wasm")),
  locateFile: name => join(dirname(program), name),
  print: text => names = text.split(" ").values(),
  printErr: text => /lua/i.test(text) && problems.push(text),
  handleStatus: (type, text) => type >= WARNING && problems.push(text),
});

const list = vector => Array.from({ length: vector.size() }, (_, i) => vector.get(i));

// A tree has no names of fields, only filters that select its items. The filter of an item without a value selects its bytes in the frame, so a script prints
// the names of all fields in the tree's order. The fields of Wireshark itself can be hidden.
const NAMES = `
  local names = Proto("codec_names", "codec_names")
  function names.dissector()
    local all = {}
    for i, field in ipairs({ all_field_infos() }) do all[i] = field.name end
    print(table.concat(all, " "))
  end
  register_postdissector(names, true)`;
const isFound = (name, known) => known.startsWith("frame[") ? !name.startsWith("_ws.") : name === known;
const nameOf = known => {
  let next = names.next();
  while (!next.done && !isFound(next.value, known)) {
    next = names.next();
  }

  return next.value ?? known;
};
const tree = vector => list(vector).map(item => {
  const [known, value = ""] = item.filter.split(/ == (.*)/s);
  return [nameOf(known), value, item.label, item.start, item.length, item.data_source_idx, tree(item.tree)];
});

// Each field is the value of a column, as in the options -o gui.column.format of tshark.
const column = field => field === "_ws.col.Info" ? "%i" : `%Cus:${field}:0:U`;

for (const script of job.scripts) {
  wireshark.FS.writeFile(`/plugins/${basename(script)}`, readFileSync(script));
}

if (job.fields.length === 0) {
  wireshark.FS.writeFile("/plugins/codec_names.lua", NAMES);
}

wireshark.init();
const preferences = { ...job.preferences, "gui.column.format": job.fields.map(field => `"${field}","${column(field)}"`).join(",") };
for (const [name, value] of Object.entries(preferences).filter(([, value]) => value !== "")) {
  const [module, ...key] = name.split(".");
  const { error, code } = wireshark.setPref(module, key.join("."), value);
  if (code !== 0) {
    problems.push(`${name}: ${error || "no such preference"}`);
  }
}

wireshark.applyPreferences();
for (const name of job.fields.filter(field => !field.startsWith("_ws.col.")).concat(job.filter)) {
  const { ok, error } = wireshark.checkFilter(name);
  if (!ok) {
    problems.push(error);
  }
}

wireshark.FS.writeFile("/uploads/capture", readFileSync(job.capture));
const session = new wireshark.DissectSession("/uploads/capture");
const { code, error } = session.load();
if (code !== 0) {
  problems.push(error);
}

const frames = problems.length > 0 ? [] : list(session.getFrames(job.filter, 0, 0).frames).map(({ number, columns }) => {
  if (job.fields.length > 0) {
    return list(columns);
  }

  const frame = session.getFrame(number);
  return { sources: list(frame.data_sources).map(source => source.data), tree: tree(frame.tree) };
});
process.stdout.write(JSON.stringify({ version: wireshark.wiresharkVersion(), problems, frames }));
