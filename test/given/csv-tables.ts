import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** The records of every CSV file of a report, headings first, by section name. */
export function csvTables(folder: string, delimiter = ','): Map<string, string[][]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  return new Map(
    names.map((name): [string, string[][]] => [
      name.replace('.csv', ''),
      parse(readFileSync(join(folder, name)), { delimiter, bom: true }),
    ]),
  );
}
