import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../package-root.ts';

/** The map beside a bundled file; undefined where there is none. */
function mapOf(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * A stack trace whose places in the bundle (file:///…/dist/run-Bd6.js:12:3) are those in the sources (src/run/run.ts:40:5). The
 * maps are read for an error only: a command that loaded them would start later.
 */
export function withSourcePlaces(trace: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return trace.replaceAll(/(file:\/\/\S+?\.js):(\d+):(\d+)/g, (place, url: string, line: string, column: string) => {
    const path = fileURLToPath(url);
    if (!maps.has(path)) maps.set(path, mapOf(path));
    const origin = maps.get(path)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (origin === undefined || !('originalSource' in origin)) return place;
    const source = relative(packageRoot, resolve(dirname(path), origin.originalSource));
    return `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
  });
}
