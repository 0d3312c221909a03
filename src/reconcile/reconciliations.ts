import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { TieoutError } from '../domain/tieout-error.ts';
import { storedOwnFiles } from '../warehouse/own-definitions.ts';
import { type OwnFile, ownFileWrong, ownNameTaken } from '../warehouse/own-files.ts';
import { type SqlStatement, sqlStatements } from '../warehouse/sql-files.ts';
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
  /** The inputs that must cover a day; a user's own reconciliation may name none. */
  needs: z
    .string()
    .regex(/^[a-z][a-z0-9_]*(, [a-z][a-z0-9_]*)*$/)
    .transform((text) => text.split(', '))
    .default([]),
  /** Where an input is not set up, there is no control on a day, instead of a control that says so. */
  optional: z.literal('yes').optional(),
  /** `<name>_subject` lists the subjects for which the control must be made on each day. */
  subjects: z.literal('yes').optional(),
  /** A control made on a later day covers all days since it was last made. */
  spans: z.literal('yes').optional(),
  /** The meaning of missing figures on a day that the inputs cover. */
  absent: z.string().min(1).optional(),
  former: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional(),
});

/** A reason of a reconciliation: its outcome, meaning and recommended action. */
type Reason = { code: string; outcome: string; meaning: string; action: string };

export type Reconciliation = z.infer<typeof headOf> & {
  path: string;
  /** `shipped`, or the path of the user's own file as it is shown to people. */
  origin: string;
  /** The name in the ids of its items. A renamed reconciliation keeps its former name here, so that decisions stay attached. */
  idName: string;
  reasons: Reason[];
  /** Whether a control has items of its own: a statement beside it, or a file of the user's (`<name>_item`). */
  hasItems: boolean;
  /** Whether the control must be made for each of several subjects (`<name>_subject`). */
  hasSubjects: boolean;
  /** Whether a statement lists the days that the control does not prove although its inputs cover them (`<name>_unproven`). */
  hasUnproven: boolean;
  /** Whether it has records for the matching engine (`<name>_record`), and the passes that match them. */
  hasRecords: boolean;
  passes: DeclaredPass[];
};

const shipped = 'shipped';

/** Whether a reconciliation is the user's own; errors in it are usage errors. */
export const isOwn = ({ origin }: Pick<Reconciliation, 'origin'>): boolean => origin !== shipped;

/** The `-- key: value` lines at the head of a reconciliation's file; other comment lines are ignored. */
function readHead(text: string): Record<string, string> {
  const head: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const entry = /^-- ([a-z]+): (.*)$/.exec(line);
    if (entry?.[1] !== undefined && entry[2] !== undefined) head[entry[1]] = entry[2].trim();
    else if (!line.startsWith('--') && line.trim() !== '') break;
  }
  return head;
}

type Source = SqlStatement & { origin: string };

function headWrong({ path, text, origin }: Source, problem: string, key: string, line?: number): TieoutError {
  const at = line ?? text.split('\n').findIndex((each) => each.startsWith(`-- ${key}:`)) + 1;
  return new TieoutError({
    code: 'RECONCILIATION_HEAD_WRONG',
    message: `The head of ${isOwn({ origin }) ? origin : path} is incomplete or wrong: ${problem}.`,
    remedy:
      'Write a line `-- key: value` for each of name (as the file), title, kind, left, right, grain, meaning, action and order.',
    place: { file: path, line: Math.max(at, 1), key },
    ...(isOwn({ origin }) ? { exitStatus: 2 } : {}),
  });
}

const reasonLine = /^-- reason: ([a-z][a-z0-9_]*) \| ([a-z_]+) \| (.+?) \| (.+)$/;

/** The `-- reason: code | outcome | what it means | what to do` lines at the head of a reconciliation's file. */
function reasonsOf(file: Source): Reason[] {
  return file.text.split('\n').flatMap((line, index) => {
    if (!line.startsWith('-- reason:')) return [];
    const [, code, outcome, meaning, action] = reasonLine.exec(line) ?? [];
    if (code === undefined || outcome === undefined || meaning === undefined || action === undefined)
      throw headWrong(
        file,
        'a reason is `-- reason: code | outcome | what it means | what to do`',
        'reason',
        index + 1,
      );
    return [{ code, outcome, meaning, action }];
  });
}

/** The first error in the head, with its key; undefined when the head is valid. */
function problemOf(
  head: Record<string, string>,
  name: string,
  hasSubjects: boolean,
  hasUnproven: boolean,
): { problem: string; key: string } | undefined {
  const parsed = headOf.safeParse(head);
  if (!parsed.success) {
    const keys = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    const problems = keys.map((key) => {
      if (head[key] === undefined) return `${key} is missing`;
      return key === 'kind' ? 'kind must be control or match' : `${key} is "${head[key]}"`;
    });
    return { problem: problems.join(', '), key: keys[0] ?? 'name' };
  }
  if (parsed.data.name !== name)
    return { problem: `name is "${parsed.data.name}" and the file is ${name}.sql`, key: 'name' };
  const { subjects, needs } = parsed.data;
  if ((subjects === 'yes') !== hasSubjects)
    return {
      problem: `\`subjects: yes\` and the file ${name}_subject.sql need each other: one of them is missing`,
      key: 'subjects',
    };
  if ((subjects === 'yes' || hasUnproven) && needs.length === 0)
    return { problem: 'subjects and unproven days depend on inputs: needs is missing', key: 'needs' };
  if (subjects === 'yes' && hasUnproven)
    return {
      problem: `its subjects already say what is unproven: remove the file ${name}_unproven.sql`,
      key: 'subjects',
    };
  return undefined;
}

function define(file: Source, all: readonly Source[]): Reconciliation {
  const head = readHead(file.text);
  const has = (part: string) => all.some((other) => other.name === `${file.name}_${part}`);
  const wrong = problemOf(head, file.name, has('subject'), has('unproven'));
  if (wrong !== undefined) throw headWrong(file, wrong.problem, wrong.key);
  const parsed = headOf.parse(head);
  return {
    ...parsed,
    idName: parsed.former ?? parsed.name,
    path: file.path,
    origin: file.origin,
    reasons: reasonsOf(file),
    hasItems: has('item'),
    hasSubjects: has('subject'),
    hasUnproven: has('unproven'),
    hasRecords: has('record'),
    passes: declaredPasses(file.text, file.path),
  };
}

const companion = /_(?:item|record|subject|unproven)$/;

const sorted = (all: Reconciliation[]) => all.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));

/** Every reconciliation of sql/reconcile, in the order in which reports list them. */
export async function reconciliations(): Promise<Reconciliation[]> {
  const files = (await sqlStatements('reconcile')).map((file) => ({ ...file, origin: shipped }));
  const all = files.filter(({ name }) => !companion.test(name));
  return sorted(all.map((file) => requireNeeds(define(file, files), file)));
}

/** Requires a shipped reconciliation to name its inputs; without them, missing results would be taken as proof. */
function requireNeeds(one: Reconciliation, file: Source): Reconciliation {
  if (one.needs.length === 0) throw headWrong(file, 'needs is missing', 'needs');
  return one;
}

function defineOwn(own: readonly OwnFile[], others: readonly Reconciliation[]): Reconciliation[] {
  for (const file of own.filter(({ name }) => companion.test(name))) {
    const base = file.name.replace(companion, '');
    if (!own.some(({ name }) => name === base))
      throw ownFileWrong(file, `it belongs to ${base}.sql, which is not beside it`);
  }
  const taken = new Map(others.map(({ idName, name }) => [idName, name]));
  return own
    .filter(({ name }) => !companion.test(name))
    .map((file) => {
      const one = define(file, own);
      const other = taken.get(one.idName);
      // the ids of its items are derived from this name, and two reconciliations must never share an id
      if (other !== undefined)
        throw ownNameTaken(file, `The item ids of ${other} are derived from the name ${one.idName}`);
      taken.set(one.idName, one.name);
      return one;
    });
}

/** The shipped and the user's own reconciliations with which the warehouse was built, in the order in which reports list them. */
export async function allReconciliations(connection: DuckDBConnection): Promise<Reconciliation[]> {
  const all = await reconciliations();
  const own = (await storedOwnFiles(connection)).filter(({ kind }) => kind === 'reconciliation');
  return sorted([...all, ...defineOwn(own, all)]);
}
