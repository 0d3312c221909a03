import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../../src/package-root.ts';

export const corpusFolder = join(packageRoot, 'test', 'formats', 'corpus');

const decimal = z.string().regex(/^-?\d+(\.\d{1,4})?$/, 'must be an amount in quotes');
const count = z.int().min(0);

const given = {
  /** What is odd about the file, in one sentence. */
  why: z.string().min(10),
  as: z.enum(['statement', 'orders', 'bank', 'callbacks']),
  /** Of the company. */
  currencies: z.array(z.string()).min(1).default(['MYR']),
  /** Of the receipt; by default the company's only currency. */
  currency: z.string().optional(),
  zone: z.string().default('Asia/Kuala_Lumpur'),
  /** Merged into the company's configuration. */
  configuration: z.record(z.string(), z.unknown()).default({}),
  received_at: z.iso.datetime().default('2026-11-20T00:00:00Z'),
  /** For a file that was requested for a window: from and to. */
  window: z.tuple([z.iso.datetime(), z.iso.datetime()]).optional(),
  /** Parts of the message and remedy of a refusal, or of the notes on a file that is loaded. */
  says: z.array(z.string()).default([]),
};

const loaded = z.strictObject({
  ...given,
  outcome: z.literal('loaded'),
  /** The data lines of the file, counted by hand. */
  lines: count,
  /** By line the code of every row that is not loaded, summary rows included. */
  rejected: z.record(z.string().regex(/^\d+$/), z.string()).default({}),
  /** By line a part of the reason of a rejected row. */
  reasons: z.record(z.string().regex(/^\d+$/), z.string()).default({}),
  /**
   * Of the loaded lines: number, sum of amounts, for statements also sum of fees. Keys: `MYR payment`, `MYR order`,
   * `MYR in` (bank lines that are not negative), `MYR out` (the sum without its sign), `no money` (other callbacks).
   */
  totals: z.record(z.string(), z.union([z.tuple([count, decimal]), z.tuple([count, decimal, decimal])])),
  /** Rows that state sums of the lines and agree with them. */
  summary: count.default(0),
  /** Of a bank file, the opening (null where it is not stated) and closing balance of each statement that is proven. */
  statements: z.array(z.tuple([decimal.nullable(), decimal])).optional(),
  /** The lines of callbacks that repeat another line of the file. */
  repeated: count.default(0),
});

const refused = z.strictObject({
  ...given,
  outcome: z.literal('refused'),
  code: z.string().regex(/^[A-Z]+(_[A-Z0-9]+)+$/),
  /** The line that the error names. */
  line: z.int().min(1).optional(),
});

const corpusCase = z.discriminatedUnion('outcome', [loaded, refused]);

/** A file of the corpus with what is expected of it. */
export type CorpusCase = z.infer<typeof corpusCase> & { name: string; path: string };

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.split(sep).join('/'))
    .sort();

/** The files without an expectation, and the expectations without a file. */
export function unpairedFiles(): string[] {
  const names = filesBelow(corpusFolder);
  return names.filter((name) =>
    name.endsWith('.yaml') ? !names.includes(name.slice(0, -'.yaml'.length)) : !names.includes(`${name}.yaml`),
  );
}

/** Every file of the corpus. An expectation that has an unknown key, or lacks one, is an error that names its file. */
export function corpusCases(): CorpusCase[] {
  return filesBelow(corpusFolder)
    .filter((name) => name.endsWith('.yaml'))
    .map((yamlName) => {
      const name = yamlName.slice(0, -'.yaml'.length);
      const path = join(corpusFolder, name);
      const read = corpusCase.safeParse(parse(readFileSync(`${path}.yaml`, 'utf8')));
      if (!read.success) throw new Error(`${yamlName}: ${z.prettifyError(read.error)}`);
      if (!existsSync(path)) throw new Error(`${yamlName} has no file beside it`);
      return { ...read.data, name, path };
    });
}
