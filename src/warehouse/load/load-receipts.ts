import type { DuckDBConnection } from '@duckdb/node-api';
import { proveObject } from '../../disk/object.ts';
import { execute } from '../duckdb-values.ts';
import { raiseThreads } from '../threads.ts';
import { countRejected, insertReceipts, undo } from './insert-receipts.ts';
import type { LandedFile, LoadInstructions, LoadOutcome } from './landed-file.ts';
import { readWith } from './landed-file.ts';
import { type JsonLoad, loadJson } from './load-json.ts';
import { loadReceipt, unreadError } from './load-receipt.ts';
import { refuseAbsurdWindow } from './refusal.ts';

/** A receipt with its instructions for loading. */
type ReceiptLoad = { file: LandedFile; instructions: LoadInstructions };

/** Loads a file that may be of any size, with `failure` where it must not be read. */
type Guard = <T>(file: LandedFile, load: (file: LandedFile) => Promise<T>) => Promise<T>;

/** The largest group, in receipts and in bytes, because the records of a group are in memory together. */
const mostReceipts = 500;
const mostBytes = 8 * 1024 ** 2;

/**
 * Whether a receipt can be loaded together with others: it is an answer or a record of the program's own, and was neither refused nor
 * failed.
 */
function isJoining({ file, instructions: { plan } }: ReceiptLoad): boolean {
  return (plan.format === 'json' || plan.format === 'none') && unreadError(file) === undefined;
}

/** Receipts in the order of arrival; adjacent receipts that can be loaded together are in one group. */
function groupsOf(loads: readonly ReceiptLoad[]): ReceiptLoad[][] {
  const groups: ReceiptLoad[][] = [];
  let bytes = 0;
  for (const load of loads) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isFitting =
      first !== undefined && isJoining(first) && isJoining(load) && bytes + load.file.bytes <= mostBytes;
    if (isFitting && group !== undefined && group.length < mostReceipts) {
      group.push(load);
      bytes += load.file.bytes;
    } else {
      groups.push([load]);
      bytes = load.file.bytes;
    }
  }
  return groups;
}

const isJson = (load: ReceiptLoad): load is ReceiptLoad & { instructions: { plan: JsonLoad['plan'] } } =>
  load.instructions.plan.format === 'json';

async function loadGroupWithin(connection: DuckDBConnection, loads: readonly ReceiptLoad[]): Promise<LoadOutcome[]> {
  for (const { file, instructions } of loads) {
    refuseAbsurdWindow(file);
    if (instructions.plan.format !== 'none') await proveObject(file);
  }
  const answers = loads.filter(isJson);
  const insert = (counts: ReadonlyMap<number, number>) =>
    insertReceipts(
      connection,
      loads.map((load) => ({
        file: load.file,
        readWith: readWith(load.instructions.reading),
        status: isJson(load) ? 'loaded' : 'noted',
        content: { row_count: counts.get(load.file.receipt_id) ?? 0 },
      })),
    );
  const counts = await loadJson(
    connection,
    answers.map(({ file, instructions: { plan, sqlFolder } }) => ({ file, plan, sqlFolder })),
    insert,
  );
  const rejected = await countRejected(connection, [...counts.keys()]);
  return loads.map((load) => {
    const id = load.file.receipt_id;
    return {
      receipt_id: id,
      status: isJson(load) ? 'loaded' : 'noted',
      rows: counts.get(id) ?? 0,
      rejected: rejected.get(id) ?? 0,
    };
  });
}

/**
 * Loads a group in one transaction. If a receipt fails, each half of the group is loaded separately, until only that receipt is refused.
 */
async function loadGroup(
  connection: DuckDBConnection,
  group: readonly ReceiptLoad[],
  guard: Guard,
): Promise<LoadOutcome[]> {
  const [only] = group;
  if (only === undefined) return [];
  const alone = (file: LandedFile) => loadReceipt(connection, file, only.instructions, { isNew: true });
  if (group.length === 1) return [await (isJoining(only) ? alone(only.file) : guard(only.file, alone))];
  let isBegun = false;
  try {
    await execute(connection, 'begin');
    isBegun = true;
    const outcomes = await loadGroupWithin(connection, group);
    await execute(connection, 'commit');
    return outcomes;
  } catch {
    // the receipt that failed throws its error again when it is loaded alone, and so does a fault of the warehouse or the disk
    if (isBegun) await undo(connection);
  }
  const middle = Math.ceil(group.length / 2);
  const first = await loadGroup(connection, group.slice(0, middle), guard);
  return [...first, ...(await loadGroup(connection, group.slice(middle), guard))];
}

/**
 * Loads receipts that are new to the warehouse, in the order of arrival, with the same outcome as `loadReceipt`. Adjacent answers and
 * records are loaded together, because for a few lines each the statements take longer than the rows. `advance` is called once for each
 * receipt.
 */
export async function loadReceipts(
  connection: DuckDBConnection,
  loads: readonly ReceiptLoad[],
  advance: () => void = () => {},
  guard: Guard = (file, load) => load(file),
): Promise<LoadOutcome[]> {
  const outcomes: LoadOutcome[] = [];
  for (const group of groupsOf(loads)) {
    await raiseThreads(connection, Math.max(...group.map(({ file }) => file.bytes)));
    outcomes.push(...(await loadGroup(connection, group, guard)));
    for (const _ of group) advance();
  }
  return outcomes;
}
