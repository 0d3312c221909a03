import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Temporal } from 'temporal-polyfill';
import { priceList } from '../../packages/sandbox/src/gateway/fees.ts';
import { seededKeyPair } from '../../packages/sandbox/src/seeded-key.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../packages/sandbox/src/start.ts';
import { packageRoot } from '../../src/package-root.ts';
import { givenConfig } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';
import { type Executed, readExecuted } from './law.ts';

/** The last two days of a month: the company begins with them, so that its month can be closed. */
const last = Temporal.PlainDate.from('2026-10-31');
const first = last.subtract({ days: 1 });
const month = last.toPlainYearMonth().toString();

const scenario = (ordersPerDay: number): SandboxOptions => ({
  // a payment of the small company, too, was refunded and charged back: a statement that only the large one executes has no comparison
  seed: 16,
  days: 2,
  until: last.toString(),
  ordersPerDay,
  currencies: ['MYR'],
});

type Books = { orders: string; bank: string; callbacks: string };

const booksOf = (sandbox: RunningSandbox): Books => ({
  ...sandbox.files(),
  callbacks: [...sandbox.callbacks().lines].join(''),
});

/** The header of each file, with the days that it covers. */
function emptied({ orders, bank, callbacks }: Books): Books {
  const top = (text: string) => text.split('\r\n').slice(0, 2).join('\r\n');
  return { orders: `${top(orders)}\r\n`, bank: `${top(bank)}\r\n`, callbacks: `${callbacks.split('\n').at(-2)}\n` };
}

/** A bank statement with as many deposits a day, of which the gateway sent none. */
function strangeDeposits(bank: string, perDay: number): string {
  const [period, header] = bank.split('\r\n');
  let balance = 0;
  const lines = [first, last].flatMap((day, at) =>
    Array.from({ length: perDay }, (_, n) => {
      const cents = 500 + ((n * 7919) % 90_000);
      balance += cents;
      const [amount, left] = [cents, balance].map((figure) => (figure / 100).toFixed(2));
      return `${day},${day},MYR,${amount},Deposit,Z-${at}-${n},${left}`;
    }),
  );
  return `${[period, header, ...lines].join('\r\n')}\r\n`;
}

/** The orders of customers whom the gateway does not know, for references that it does not know. */
const strangeOrders = (orders: string) =>
  orders.replaceAll('INV-', 'X9-').replaceAll(/,([^,]+),([^,@]+)@customer\.example/g, ',X9 $1,x9.$2@customer.example');

/** Books of another merchant: as many lines, of which nothing belongs to the statement. */
async function strangers(ordersPerDay: number): Promise<Books> {
  const other = await startSandbox({ ...scenario(ordersPerDay), seed: 8 });
  const { orders, bank, callbacks } = booksOf(other);
  await other.close();
  return { orders: strangeOrders(orders), bank: strangeDeposits(bank, ordersPerDay), callbacks };
}

export type Shape = 'complete' | 'empty' | 'absent' | 'unmatched';
export const shapes: readonly Shape[] = ['complete', 'empty', 'absent', 'unmatched'];

async function booksIn(shape: Shape, sandbox: RunningSandbox, ordersPerDay: number): Promise<Books | undefined> {
  if (shape === 'absent') return undefined;
  if (shape === 'unmatched') return strangers(ordersPerDay);
  return shape === 'empty' ? emptied(booksOf(sandbox)) : booksOf(sandbox);
}

/** What each command executed, and how many lines the statement has. */
export type Measured = { lines: number; commands: Map<string, Executed[]> };

/** The product whose commands are called, and whether only the first run is. */
type Options = { product?: string; isRunOnly?: boolean };

const profiler = pathToFileURL(join(packageRoot, 'test', 'growth', 'profile-statements.mjs')).href;

/** Calls a command of the product in a process whose statements leave their profiles in a file. */
export function profiled(product: string, args: readonly string[], profiles: string, env: Record<string, string>) {
  const settings = { GROWTH_PROFILE: profiles, NODE_OPTIONS: `--import ${profiler}` };
  const options = { env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env, ...settings } };
  // the modules, not the bundle: the profiler takes the place of functions of the driver's package
  const call = [join(product, 'build', 'cli.js'), ...args];
  return new Promise<{ status: number; text: string }>((resolve) => {
    execFile(process.execPath, call, options, (error, out, err) =>
      resolve({ status: error === null ? 0 : Number(error.code ?? 1), text: `${out}${err}` }),
    );
  });
}

/**
 * Runs a company of this shape and gives the executed plans of each command. `complete` has planted breaks, is imported to,
 * reported and rebuilt; `unmatched` is imported to; the month of `absent` is closed.
 */
export async function measure(shape: Shape, ordersPerDay: number, options: Options = {}): Promise<Measured> {
  const breaks = shape === 'complete' ? 'standard' : 'none';
  const sandbox = await startSandbox({ ...scenario(ordersPerDay), breaks });
  const files = mkdtempSync(join(tmpdir(), 'tieout-growth-'));
  const folders = [files];
  try {
    const books = await booksIn(shape, sandbox, ordersPerDay);
    const { path, folder, env } = givenConfig(sandbox, {
      currencies: ['MYR'],
      starts_on: first.toString(),
      fees: priceList(['MYR']),
      ...(books === undefined ? {} : { books: writeBooks(files, shape, books) }),
    });
    folders.push(folder);
    return { lines: sandbox.paymentCount, commands: await executedBy(shape, path, env, files, books, options) };
  } finally {
    await sandbox.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}

/** Writes the books into a folder, and gives the keys of the configuration that name them. */
function writeBooks(folder: string, shape: Shape, { orders, bank, callbacks }: Books) {
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const key = seededKeyPair('company 8', 2048).publicKey.export({ type: 'spki', format: 'pem' });
  const keys = shape === 'unmatched' ? { public_keys: [file('key.pem', key)] } : {};
  return {
    orders: { file: file('orders.csv', orders) },
    bank: { file: file('bank.csv', bank) },
    callbacks: { file: file('callbacks.jsonl', callbacks), ...keys },
  };
}

async function executedBy(
  shape: Shape,
  config: string,
  env: Record<string, string>,
  files: string,
  books: Books | undefined,
  { product = packageRoot, isRunOnly = false }: Options,
): Promise<Map<string, Executed[]>> {
  const commands = new Map<string, Executed[]>();
  const call = async (title: string, ...args: string[]) => {
    const profiles = join(files, `${title.replaceAll(' ', '-')}.jsonl`);
    const { status, text } = await profiled(product, ['-q', '-c', config, ...args], profiles, env);
    // the verdicts are not the subject, but every command has to do its work
    if (![0, 3, 4].includes(status) || text.includes('UNEXPECTED'))
      throw new Error(`${args.join(' ')} ended with ${status}: ${text}`);
    commands.set(title, readExecuted(readFileSync(profiles, 'utf8')));
    return { status, text };
  };
  const days = ['--from', first.toString(), '--to', last.toString()];
  await call('run', 'run', ...days);
  if (isRunOnly || shape === 'empty') return commands;
  if (books === undefined) {
    await givenSelftest(join(dirname(config), 'data'));
    const { status, text } = await call('close', 'close', month, '--no-run');
    if (status !== 0) throw new Error(`the month was not closed: ${text}`);
    return commands;
  }
  // the shop cancels an order, and sends the whole file again: its days, with their open items, are judged again
  const later = join(files, 'later.csv');
  writeFileSync(later, books.orders.replace(',paid,', ',cancelled,'));
  await call('import', 'import', 'orders', later);
  if (shape === 'unmatched') return commands;
  await call('report', 'report', 'daily', ...days);
  await call('rebuild', 'rebuild');
  return commands;
}
