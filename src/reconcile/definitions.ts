import { z } from 'zod';
import { TieoutError } from '../domain/tieout-error.ts';
import { type SqlFile, sqlFiles } from '../warehouse/sql-files.ts';
import { type DeclaredPass, declaredPasses } from './matching/declared-pass.ts';

const headOf = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]*$/),
  title: z.string().min(1),
  kind: z.enum(['control', 'match']),
  left: z.string().min(1),
  right: z.string().min(1),
  grain: z.string().min(1),
  meaning: z.string().min(1),
  action: z.string().min(1),
  order: z.coerce.number().int(),
  former: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional(),
});

/** A reason of a reconciliation: its outcome, meaning and recommended action. */
export type Reason = { code: string; outcome: string; meaning: string; action: string };

export type Reconciliation = z.infer<typeof headOf> & {
  path: string;
  /** The name in the ids of its items: the former one where it was renamed, so that decisions stay attached. */
  idName: string;
  reasons: Reason[];
  /** Whether a control has items of its own (`<name>_item.sql`). */
  hasItems: boolean;
  /** Whether it has records for the matching engine (`<name>_record.sql`), and the passes that match them. */
  hasRecords: boolean;
  passes: DeclaredPass[];
};

/** The `-- key: value` lines at the head of a reconciliation's file; other comment lines are ignored. */
export function readHead(text: string): Record<string, string> {
  const head: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const entry = /^-- ([a-z]+): (.*)$/.exec(line);
    if (entry?.[1] !== undefined && entry[2] !== undefined) head[entry[1]] = entry[2].trim();
    else if (!line.startsWith('--') && line.trim() !== '') break;
  }
  return head;
}

/** The `-- reason: code | outcome | what it means | what to do` lines at the head of a reconciliation's file. */
function reasonsOf(text: string): Reason[] {
  return [...text.matchAll(/^-- reason: ([a-z][a-z0-9_]*) \| ([a-z_]+) \| (.+?) \| (.+)$/gm)].map(
    ([, code = '', outcome = '', meaning = '', action = '']) => ({ code, outcome, meaning, action }),
  );
}

function define(file: SqlFile, all: SqlFile[]): Reconciliation {
  const parsed = headOf.safeParse(readHead(file.text));
  if (!parsed.success || parsed.data.name !== file.name) {
    const problem = parsed.success ? 'name' : parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new TieoutError({
      code: 'RECONCILIATION_HEAD_WRONG',
      message: `The head of ${file.path} is incomplete or wrong: ${problem}.`,
      remedy:
        'Write a line `-- key: value` for each of name (as the file), title, kind, left, right, grain, meaning, action and order.',
      place: { file: file.path },
    });
  }
  const has = (part: string) => all.some((other) => other.name === `${file.name}_${part}`);
  const passes = declaredPasses(file.text, file.path);
  return {
    ...parsed.data,
    idName: parsed.data.former ?? parsed.data.name,
    path: file.path,
    reasons: reasonsOf(file.text),
    hasItems: has('item'),
    hasRecords: has('record'),
    passes,
  };
}

/** Every reconciliation of sql/reconcile, in the order in which reports list them. */
export async function reconciliations(): Promise<Reconciliation[]> {
  const files = await sqlFiles('reconcile');
  return files
    .filter((file) => !file.name.endsWith('_item') && !file.name.endsWith('_record'))
    .map((file) => define(file, files))
    .sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
}
