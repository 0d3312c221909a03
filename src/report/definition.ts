import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { TieoutError } from '../domain/tieout-error.ts';
import { packageRoot } from '../package-root.ts';

const column = z.strictObject({
  field: z.string().regex(/^[a-z][a-z0-9_]*$/),
  title: z.string().min(1),
  format: z.enum(['text', 'code', 'money', 'signed', 'count', 'date', 'instant', 'verdict', 'word', 'raw', 'facts']),
  width: z.number().int().positive(),
  total: z.boolean().default(false),
  /** For formulas and programs: the workbook has the column and does not show it. */
  hidden: z.boolean().default(false),
});

const section = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string().min(1).max(31),
  about: z.string().min(1),
  view: z.string().regex(/^mart\.[a-z][a-z0-9_]*$/),
  order: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).min(1),
  /**
   * By which day a row belongs to the report: its business day, where it has one; the day of a settlement; whatever the day's figures rest on;
   * what is open from earlier days; or what changed with the runs of these days.
   */
  day: z.enum(['business_date', 'settlement_date', 'received', 'earlier', 'changed']).optional(),
  /** Left out as long as its view has no rows, or is not there. */
  optional: z.boolean().default(false),
  /** The workbook has columns to decide in, behind this one. */
  decide_after: z.string().optional(),
  /** The last column that is printed; without one all are. */
  print_through: z.string().optional(),
  /** What the page shows of a row at once; without it the first columns. */
  shown: z.array(z.string()).optional(),
  columns: z
    .array(column)
    .min(1)
    .refine((all) => new Set(all.map(({ title }) => title)).size === all.length, 'gives two columns one title'),
});

const definitionSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string().min(1),
  /** The pictures of the page, in their order, between what is wrong and the tables. */
  pictures: z.array(z.enum(['flow', 'controls', 'ages', 'calendar', 'lag', 'fees'])).default([]),
  sections: z.array(section).min(1),
});

export type ReportDefinition = z.infer<typeof definitionSchema>;
export type Section = ReportDefinition['sections'][number];
export type Column = Section['columns'][number];

/** A report's definition from reports/; an error names the key that is not right. */
export async function loadDefinition(name: string): Promise<ReportDefinition> {
  const path = join(packageRoot, 'reports', `${name}.yaml`);
  const parsed = definitionSchema.safeParse(parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TieoutError({
    code: 'REPORT_DEFINITION_WRONG',
    message: `The report's definition is not right: ${issue?.message ?? 'unknown'}.`,
    remedy: 'Correct the key; the head of reports/daily.yaml says what may stand where.',
    place: { file: `reports/${name}.yaml`, key: issue?.path.join('.') ?? '' },
    exitStatus: 2,
  });
}
