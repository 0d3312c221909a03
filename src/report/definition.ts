import { z } from 'zod';

const fieldName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be a column name: small letters, digits and _');

const column = z.strictObject({
  field: fieldName,
  title: z.string().min(1),
  format: z.enum([
    'text',
    'code',
    'money',
    'signed',
    'count',
    'percent',
    'date',
    'instant',
    'verdict',
    'state',
    'word',
    'raw',
    'facts',
  ]),
  width: z.number().int().positive(),
  total: z.boolean().default(false),
  /** For formulas and programs: the workbook has the column and hides it. */
  hidden: z.boolean().default(false),
});

/** Sheets that every workbook has; no section can take their names. */
const reservedSheets = ['summary', 'control totals', 'lists'];

const section = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be small letters, digits and - (it names the file)'),
  title: z
    .string()
    .min(1)
    .max(31, 'must have at most 31 characters (it names a sheet)')
    .regex(/^[^[\]:*?/\\']*$/, "must be without [ ] : * ? / \\ and ' (it names a sheet)")
    .refine((title) => !reservedSheets.includes(title.toLowerCase()), 'is the name of a sheet that every workbook has'),
  about: z.string().min(1),
  view: z
    .string()
    .regex(/^(?:mart|own)\.[a-z][a-z0-9_]*$/, 'must be a view of mart or of your own, for example mart.unmatched'),
  order: z.array(fieldName).min(1),
  /**
   * The day by which a row belongs to the report: by default its business date; the day of its settlement; `received` for
   * the files that the figures are based on; `earlier` for items brought forward; `changed` for changes seen by the runs of
   * these days; `standing` for what stands at the end of the last day; `open_within` for the same without what was closed before
   * the first day; `whole_month` for months whose days are all in the report; `period` for a
   * table macro of a company, its first day, the day after its last, and the materiality.
   */
  day: z
    .enum([
      'business_date',
      'settlement_date',
      'received',
      'earlier',
      'changed',
      'standing',
      'open_within',
      'whole_month',
      'period',
    ])
    .optional(),
  /** Left out of reports of fewer days. */
  least_days: z.number().int().positive().default(1),
  /** Left out while its view has no rows or does not exist. */
  optional: z.boolean().default(false),
  /** The sheet gets columns for decisions after this one. */
  decide_after: fieldName.optional(),
  /** The last printed column; by default all are printed. */
  print_through: fieldName.optional(),
  /** The columns that the page shows before a row is opened; by default the first ones. */
  shown: z.array(fieldName).optional(),
  columns: z.array(column).min(1),
});

const definitionSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be small letters, digits and -'),
  title: z.string().min(1),
  /** The charts of the page, in their order, between the findings and the tables. */
  charts: z
    .array(z.enum(['statements', 'register', 'coverage', 'flow', 'controls', 'ages', 'calendar', 'lag', 'fees']))
    .default([]),
  sections: z.array(section).min(1),
});

export type ReportDefinition = z.infer<typeof definitionSchema>;
export type Section = ReportDefinition['sections'][number] & {
  /** Columns in whose cells people write, by field, each with its choices; without choices, any text. */
  entries?: Readonly<Record<string, readonly string[]>>;
};
export type Column = Section['columns'][number];

/** The formats of figures, which are aligned right and are numbers in every file. */
export const figureFormats: readonly Column['format'][] = ['money', 'signed', 'count', 'percent'];

/** An error in a definition, with the path of its key. */
export type DefinitionProblem = { path: PropertyKey[]; message: string };

/** The columns that a decision is based on; a section with decisions must have them, and its rows keep their values as written. */
export const decidedFields = [
  'break_id',
  'outcome',
  'left_amount',
  'right_amount',
  'right_minus_left',
  'status',
  'decision',
  'decided_by',
] as const;

function repeated(texts: readonly string[]): number {
  const folded = texts.map((text) => text.toLowerCase());
  return folded.findIndex((text, index) => folded.indexOf(text) !== index);
}

/** Finds errors across keys: duplicate names, and columns that the section does not have. */
function crossProblems({ sections }: ReportDefinition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const unique = (texts: string[], place: (index: number) => PropertyKey[], what: string) => {
    const index = repeated(texts);
    if (index >= 0) problems.push({ path: place(index), message: `The ${what} "${texts[index]}" is used twice.` });
  };
  unique(
    sections.map(({ name }) => name),
    (at) => ['sections', at, 'name'],
    'section name',
  );
  unique(
    sections.map(({ title }) => title),
    (at) => ['sections', at, 'title'],
    'section title',
  );
  for (const [at, { columns, decide_after, print_through, shown = [] }] of sections.entries()) {
    const fields = columns.map(({ field }) => field);
    unique(fields, (index) => ['sections', at, 'columns', index, 'field'], 'column');
    unique(
      columns.map(({ title }) => title),
      (index) => ['sections', at, 'columns', index, 'title'],
      'column title',
    );
    const needed = [
      ...(decide_after === undefined ? [] : [{ key: 'decide_after', field: decide_after }]),
      ...(print_through === undefined ? [] : [{ key: 'print_through', field: print_through }]),
      ...shown.map((field) => ({ key: 'shown', field })),
      ...(decide_after === undefined ? [] : decidedFields.map((field) => ({ key: 'decide_after', field }))),
    ];
    for (const { key, field } of needed)
      if (!fields.includes(field))
        problems.push({ path: ['sections', at, key], message: `The section has no column "${field}".` });
  }
  return problems;
}

/** The definition, or all errors in it. */
export function parseDefinition(content: unknown, name: string): ReportDefinition | DefinitionProblem[] {
  const parsed = definitionSchema.safeParse(content);
  if (!parsed.success)
    return parsed.error.issues.map((issue) => {
      const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : [];
      const path = unknown === undefined ? issue.path : [...issue.path, unknown];
      const key = String(path.at(-1) ?? 'definition');
      return { path, message: `"${key}" is wrong: ${issue.message}.` };
    });
  const problems = crossProblems(parsed.data);
  if (parsed.data.name !== name)
    problems.unshift({ path: ['name'], message: `The name is "${parsed.data.name}" and the file is ${name}.yaml.` });
  return problems.length > 0 ? problems : parsed.data;
}
