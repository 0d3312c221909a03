import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.ts';

/** A file by its path in the repository. */
export type Source = { path: string; text: string };

/** The files with one of these endings below a folder of the product, in order of their paths. */
export function filesBelow(folder: string, endings: readonly string[]): Source[] {
  const root = join(packageRoot, folder);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .sort()
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, name), 'utf8') }));
}

/** Keeps the line breaks, so that line numbers stay correct. */
export const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/** TypeScript without comments and string literals. */
export function codeOf(text: string): string {
  return text.replaceAll(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*(?=[\s;,.)\]])/g,
    blank,
  );
}

/** SQL without comments and string literals. */
export function sqlOf(text: string): string {
  return text.replaceAll(/--[^\n]*|'(?:''|[^'])*'/g, blank);
}

/** The places of a pattern in sources, or in what `read` makes of their texts. */
export function findings(
  sources: readonly Source[],
  pattern: RegExp,
  read: (text: string) => string = (text) => text,
): string[] {
  return sources.flatMap(({ path, text }) =>
    [...read(text).matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))].map(
      (match) => `${path}:${text.slice(0, match.index).split('\n').length} ${match[0].trim()}`,
    ),
  );
}
