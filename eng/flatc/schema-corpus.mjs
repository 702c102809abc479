// Prints flatc's result for each schema in Codec.Tests/Schema/Corpus, in JSON: the facts of its binary schema, or null if flatc rejects it.
// A line "//==== NAME" or "//==== rejected: NAME" starts a schema, which ends before the next such line. The schema's name consists of the file's name
// and NAME. A file that does not start with such a line is one schema. Files in the folder include are only included.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Flatc, listFiles, main, repository } from "./flatc.mjs";

const corpus = "Codec.Tests/Schema/Corpus";
const scalars = ["none", "utype", "bool", "byte", "ubyte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "string"];
const base = { utype: 1, bool: 2, float: 11, double: 12, string: 13, vector: 14, object: 15, union: 16, array: 17, vector64: 18 };

/** Returns the schemas of a file, each with the path that flatc sees. Latin-1 keeps every byte as it is. */
function cases({ path, bytes }) {
  const file = path.slice(0, -".fbs".length);
  const [before, ...sections] = bytes.toString("latin1").split(/^\/\/==== (?:rejected: )?(.+)\n/m);
  if (before !== "") {
    return [{ name: file, path, bytes }];
  }
  return Array.from({ length: sections.length / 2 }, (_, i) => (
    { name: `${file}/${sections[2 * i]}`, path: "section.fbs", bytes: Buffer.from(sections[2 * i + 1], "latin1") }));
}

/** A table of a FlatBuffer. Fields are read by id, in the order of flatbuffers' reflection.fbs. */
class Table {
  constructor(view, position) {
    this.view = view;
    this.position = position;
    this.vtable = position - view.getInt32(position, true);
  }

  at(id) {
    const entry = 4 + 2 * id;
    const offset = entry < this.view.getUint16(this.vtable, true) ? this.view.getUint16(this.vtable + entry, true) : 0;
    return offset === 0 ? 0 : this.position + offset;
  }

  read(id, method, missing) {
    const at = this.at(id);
    return at === 0 ? missing : this.view[method](at, true);
  }

  follow(at) {
    return at + this.view.getUint32(at, true);
  }

  table(id) {
    const at = this.at(id);
    return at === 0 ? null : new Table(this.view, this.follow(at));
  }

  text(id) {
    const at = this.at(id);
    return at === 0 ? null : this.string(this.follow(at));
  }

  string(at) {
    return Buffer.from(this.view.buffer, this.view.byteOffset + at + 4, this.view.getUint32(at, true)).toString("utf8");
  }

  vector(id, element) {
    const at = this.at(id);
    if (at === 0) {
      return [];
    }
    const start = this.follow(at);
    return Array.from({ length: this.view.getUint32(start, true) }, (_, i) => element(this.follow(start + 4 + 4 * i)));
  }

  tables(id) {
    return this.vector(id, at => new Table(this.view, at));
  }

  texts(id) {
    return this.vector(id, at => this.string(at));
  }
}

/** Returns the bits of a double, which identify it exactly. Every NaN has the same text. */
function bits(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return Number.isNaN(value) ? "nan" : "0x" + view.getBigUint64(0).toString(16).padStart(16, "0");
}

/** Returns the facts of a binary schema, sorted. Codec.Tests/Schema/SchemaFacts.cs writes the same facts of its model. */
function facts(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const schema = new Table(view, view.getUint32(0, true));
  const objects = schema.tables(0);
  const enums = schema.tables(1);
  const lines = [];

  const name = (kind, index) => {
    if (kind === base.object) {
      return objects[index].text(0);
    }
    return index >= 0 ? enums[index].text(0) : scalars[kind];
  };
  const type = t => {
    const kind = t.read(0, "getInt8", 0);
    const index = t.read(2, "getInt32", -1);
    const element = () => name(t.read(1, "getInt8", 0), index);
    switch (kind) {
      case base.vector: case base.vector64: return `[${element()}]${kind === base.vector64 ? " vector64" : ""}`;
      case base.array: return `[${element()}:${t.read(3, "getUint16", 0)}]`;
      default: return name(kind, index);
    }
  };
  const notes = (owner, table, attributes, documentation) => {
    for (const entry of table.tables(attributes)) {
      lines.push(`attribute ${owner} ${entry.text(0)}=${entry.text(1)}`);
    }
    table.texts(documentation).forEach((text, i) => lines.push(`doc ${owner} ${i} ${text}`));
  };

  for (const object of objects) {
    const owner = object.text(0);
    const isStruct = object.read(2, "getUint8", 0) !== 0;
    lines.push(isStruct ? `struct ${owner} size=${object.read(4, "getInt32", 0)} align=${object.read(3, "getInt32", 0)}` : `table ${owner}`);
    notes(owner, object, 5, 6);
    for (const field of object.tables(1)) {
      const path = `${owner}.${field.text(0)}`;
      const t = field.table(1);
      const kind = t.read(0, "getInt8", 0);
      const element = t.read(1, "getInt8", 0);
      const flag = (id, text) => (field.read(id, "getUint8", 0) !== 0 ? " " + text : "");
      const place = isStruct
        ? `offset=${field.read(3, "getUint16", 0)} padding=${field.read(12, "getUint16", 0)}`
        : `id=${field.read(2, "getUint16", 0)} vtable=${field.read(3, "getUint16", 0)}`;
      if (kind === base.utype || element === base.utype) {
        lines.push(`type ${path} ${place}`);
        continue;
      }
      const optional = field.read(11, "getUint8", 0) !== 0;
      const isScalar = kind < base.string && !isStruct && !optional;
      const value = kind === base.float || kind === base.double
        ? bits(kind === base.float ? Math.fround(field.read(5, "getFloat64", 0)) : field.read(5, "getFloat64", 0))
        : kind === base.bool ? Number(field.read(4, "getBigInt64", 0n) !== 0n) : field.read(4, "getBigInt64", 0n);
      // flatc marks everything that is not a scalar as optional, unless it is required.
      lines.push(`field ${path} ${place} type=${type(t)}${isScalar ? ` default=${value}` : ""}${kind < base.string && optional ? " optional" : ""}`
        + `${isStruct ? "" : flag(6, "deprecated") + flag(7, "required")}${flag(8, "key")}${flag(13, "offset64")}`);
      notes(path, field, 9, 10);
    }
  }

  for (const definition of enums) {
    const owner = definition.text(0);
    const isUnion = definition.read(2, "getUint8", 0) !== 0;
    lines.push(`${isUnion ? "union" : "enum"} ${owner} ${scalars[definition.table(3).read(0, "getInt8", 0)].replace("utype", "ubyte")}`);
    notes(owner, definition, 4, 5);
    for (const value of definition.tables(1)) {
      const path = `${owner}.${value.text(0)}`;
      const t = value.table(3);
      const number = value.read(1, "getBigInt64", 0n);
      if (isUnion && number === 0n) {
        continue;
      }
      lines.push(`value ${path}=${number}${isUnion ? ` type=${type(t)}` : ""}`);
      notes(path, value, 5, 4);
    }
  }

  for (const service of schema.tables(5)) {
    const owner = service.text(0);
    lines.push(`service ${owner}`);
    notes(owner, service, 2, 3);
    for (const call of service.tables(1)) {
      lines.push(`call ${owner}.${call.text(0)} ${call.table(1).text(0)} -> ${call.table(2).text(0)}`);
      notes(`${owner}.${call.text(0)}`, call, 3, 4);
    }
  }

  const root = schema.table(4);
  lines.push(...[["root", root?.text(0)], ["identifier", schema.text(2)], ["extension", schema.text(3)]]
    .filter(([, value]) => value).map(([key, value]) => `${key} ${value}`));
  return lines.sort();
}

await main(import.meta.url, async () => {
  const flatc = await Flatc.start();
  const files = listFiles(join(repository, corpus)).filter(path => path.endsWith(".fbs"))
    .map(path => ({ path, bytes: readFileSync(join(repository, corpus, path)) }));
  for (const { path, bytes } of files) {
    flatc.mount("/corpus/" + path, bytes);
  }
  const schemas = {};
  for (const { name, path, bytes } of files.filter(file => !file.path.startsWith("include/")).flatMap(cases)) {
    flatc.mount("/corpus/" + path, bytes);
    const result = flatc.tryRun(["-b", "--schema", "--bfbs-comments", "--bfbs-builtins", "/corpus/" + path]);
    schemas[name] = result.code === 0 ? facts([...result.files.values()][0]) : null;
  }
  console.log(JSON.stringify(schemas));
  return 0;
});
