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

const rows = [];
function walk(schema, path) {
  const inner = schema.type === 'array' ? schema.items : schema;
  const required = new Set(inner.required ?? []);
  for (const [name, property] of Object.entries(inner.properties ?? {})) {
    const here = path === '' ? name : `${path}.${name}`;
    const hasKeys = property.type === 'object' && property.properties;
    const isList = property.type === 'array' && property.items?.properties;
    const byName = property.additionalProperties?.properties && property.additionalProperties;
    const fallback = required.has(name)
      ? 'required'
      : property.default === undefined || typeof property.default === 'object'
        ? ''
        : `\`${JSON.stringify(property.default)}\``;
    const kind = hasKeys || property.additionalProperties?.type ? 'keys' : allowed(property);
    rows.push(`| \`${here}${isList ? '[]' : ''}\` | ${property.description ?? ''} | ${kind} | ${fallback} |`);
    if (hasKeys || isList) walk(property, isList ? `${here}[]` : here);
    else if (byName) walk(byName, `${here}.NAME`);
  }
}
walk(z.toJSONSchema(configSchema, { io: 'input' }), '');

const page = `# Configuration

<!-- Written by \`npm run docs\` from src/config/schema.ts; change it there. -->

One YAML file, \`tieout.yaml\` unless \`--config\` or the variable TIEOUT_CONFIG names another. A key that is not listed here is an
error. Secrets are never stored in the configuration file; it names the environment variable or file that holds each one, and
a secret in the file is an error. Relative paths start from the folder of the file.

| key | meaning | allowed | default |
|---|---|---|---|
${rows.join('\n')}

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
