import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.ts';

const page = readFileSync(join(packageRoot, 'docs', 'extending.md'), 'utf8');

/** The example files of docs/extending.md by path, as a user copies them. */
export const extendingExamples: Readonly<Record<string, string>> = Object.fromEntries(
  [...page.matchAll(/^`([a-z]+\/[a-z_]+\.(?:sql|yaml))`:\n\n```(?:sql|yaml)\n([\s\S]*?)```/gm)].map(
    ([, path, text]) => [path ?? '', text ?? ''],
  ),
);

/** The addition to the configuration that the page shows. */
export const extendingConfiguration = /```yaml\n(matching:\n[\s\S]*?)```/.exec(page)?.[1] ?? '';

/** The columns that the page lists for a kind: item, bridge or record. */
export function listedColumns(kind: string): string[] {
  const [, table = ''] = new RegExp(`<!-- columns: ${kind} -->\\n((?:\\|.*\\n)+)`).exec(page) ?? [];
  const names = table.split('\n').map((line) => line.split('|')[1] ?? '');
  return names.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

export function example(path: string): string {
  const text = extendingExamples[path];
  if (text === undefined) throw new Error(`docs/extending.md has no example ${path}`);
  return text;
}
