import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { buildProgram } from '../../src/commands/program.ts';
import { packageRoot } from '../../src/package-root.ts';

const folder = join(packageRoot, 'docs', 'examples');
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

test('docs/scaling.md names every example', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'scaling.md'), 'utf8');
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter(({ name }) => !page.includes(`(examples/${name})`)).map(({ name }) => name)).toEqual([]);
});

test.each(files.filter(({ name }) => name.endsWith('.yaml')))('$name is YAML of Kubernetes', ({ text }) => {
  for (const document of parseAllDocuments(text)) {
    expect(document.errors).toEqual([]);
    expect(document.toJS()).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) });
  }
});

test('The examples call commands and options that exist', () => {
  const terms = { name: 'tieout', env: {}, stdout: process.stdout, stderr: process.stderr };
  const program = buildProgram('0', terms, async () => {});
  const calls = files.flatMap(({ name, text }) =>
    // the words of a container file, of its entry point and what follows it, read like a line
    [
      ...text.replaceAll(/", "|"\]\nCMD \["/g, ' ').matchAll(/tieout (?:--quiet )?--config \S+ (\w+)((?: --\w+)*)/g),
    ].map(([, command, options]) => ({
      name,
      command,
      options: options?.trim().split(' ').filter(Boolean) ?? [],
    })),
  );
  expect(new Set(calls.map(({ name }) => name)).size).toBe(files.length - 1);
  for (const { name, command, options } of calls) {
    const found = program.commands.find((each) => each.name() === command);
    const known = found?.options.map(({ long }) => long) ?? [];
    expect([name, options.filter((option) => !known.includes(option))]).toEqual([name, []]);
  }
});
