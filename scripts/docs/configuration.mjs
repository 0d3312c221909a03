// Writes docs/configuration.md: every key of the configuration, from the schema that checks it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureBuilt, root } from '../prepare.mjs';

ensureBuilt();
const { configSchema } = await import('../../build/config/schema.js');
const { renamedKeys } = await import('../../build/config/renamed-keys.js');
const { exampleConfig } = await import('../../build/config/example.js');

function allowed(schema) {
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value).slice(1, -1)}\``).join(', ');
  if (schema.anyOf?.every(({ type }) => type === 'string' || type === 'array')) return 'text or a list';
  if (schema.anyOf) return '`{env: VARIABLE}` or `{file: path}`';
  if (schema.type === 'array') return 'a list';
  if (schema.type === 'boolean') return '`true` or `false`';
  if (schema.type === 'integer')
    return `${schema.minimum} to ${schema.maximum >= Number.MAX_SAFE_INTEGER ? '…' : schema.maximum}`;
  return 'text';
}

/** Every key with its section, in the order of the schema. */
const keys = [];
function walk(schema, section) {
  const inner = schema.type === 'array' ? schema.items : schema;
  const required = new Set(inner.required ?? []);
  for (const [name, property] of Object.entries(inner.properties ?? {})) {
    const hasKeys = property.type === 'object' && property.properties;
    const isList = property.type === 'array' && property.items?.properties;
    const byName = property.additionalProperties?.properties && property.additionalProperties;
    const fallback = required.has(name)
      ? 'required'
      : property.default === undefined || typeof property.default === 'object'
        ? ''
        : `\`${JSON.stringify(property.default)}\``;
    const kind = hasKeys || property.additionalProperties?.type ? 'keys' : allowed(property);
    const key = isList ? `${name}[]` : name;
    keys.push({ section, row: `${key}\` | ${property.description ?? ''} | ${kind} | ${fallback}` });
    const here = section === '' ? key : `${section}.${key}`;
    if (hasKeys || isList) walk(property, here);
    else if (byName) walk(byName, `${here}.NAME`);
  }
}
walk(z.toJSONSchema(configSchema, { io: 'input' }), '');

/** Keys that mean the same in at least this many sections are explained once. */
const leastShared = 3;
/** The sections of each key, by its name and meaning. */
const sectionsOf = new Map();
for (const { section, row } of keys) sectionsOf.set(row, [...(sectionsOf.get(row) ?? []), section]);
const rows = [];
/** The shared keys, by the sections that have them. */
const groups = new Map();
for (const { section, row } of keys) {
  const sections = sectionsOf.get(row);
  if (sections.length < leastShared) {
    rows.push(`| \`${section === '' ? '' : `${section}.`}${row} |`);
    continue;
  }
  const named = sections.map((name) => `\`${name.replace('companies[].', '')}\``).join(', ');
  groups.set(named, (groups.get(named) ?? new Set()).add(`| \`${row} |`));
}
const shared = [...groups].map(
  ([sections, own]) => `Of ${sections}:

| key | meaning | allowed | default |
|---|---|---|---|
${[...own].join('\n')}`,
);

const page = `# Configuration

<!-- Written by \`npm run docs\` from src/config/schema.ts; change it there. -->

One YAML file, \`tieout.yaml\` unless \`--config\` or the variable TIEOUT_CONFIG names another. A key that is not listed here is an
error. Secrets are never stored in the configuration file; it names the environment variable or file that holds each one, and
a secret in the file is an error. Relative paths start from the folder of the file.

| key | meaning | allowed | default |
|---|---|---|---|
${rows.join('\n')}

## Keys of several sections

These keys mean the same in each of the sections that are named above their table. The sections are those of a company.

${shared.join('\n\n')}

## Renamed keys

The old name still works in this version, with a warning. A file with both names is an error.

| old | new |
|---|---|
${renamedKeys.map(({ path, to }) => `| \`${path.join('.').replace('.*', '[]')}\` | \`${to}\` |`).join('\n')}

## Example

\`tieout init\` writes this file.

\`\`\`yaml
${exampleConfig.trimEnd()}
\`\`\`
`;
writeFileSync(join(process.argv[2] ?? join(root, 'docs'), 'configuration.md'), page);
