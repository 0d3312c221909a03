import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as entry from '../src/files.ts';

const page = fs.readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const block = (language: string): string => page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

const folder = fs.mkdtempSync(join(tmpdir(), 'tieout-given-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('The example of the README prints what the README says', async () => {
  const code = block('js').replace(/^import (\{.*\}) from '(?:node:)?([\w-]+)';$/gm, "const $1 = modules['$2'];");
  const lines: string[] = [];
  const run = new Function('modules', 'path', 'console', `return (async () => {${code}})();`);
  const modules = { fs, 'tieout-files': entry };
  await run(modules, join(folder, 'orders.csv'), { log: (line: string) => lines.push(line) });
  expect(lines.length).toBeGreaterThan(2);
  expect(`${lines.join('\n')}\n`).toBe(block('text'));
});
