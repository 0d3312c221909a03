import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** Every CSV of a report as any reader of CSV reads it: its records, the headings first, by the name of the section. */
export function csvTables(folder: string, delimiter = ','): Map<string, string[][]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  return new Map(
    names.map((name): [string, string[][]] => [
      name.replace('.csv', ''),
      parse(readFileSync(join(folder, name)), { delimiter, bom: true }),
    ]),
  );
}
