import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { importableKinds, importFile } from '../../src/pipeline/import-file.ts';
import { tieout } from '../given/command.ts';
import { type CorpusCase, corpusCases } from '../given/corpus-case.ts';
import { givenConfig } from '../given/sandbox-config.ts';
import { shareOf } from '../given/share.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 }).toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 6, days: 4, until, breaks: 'none', ordersPerDay: 10 });
});
const writers: ChildProcess[] = [];
afterAll(async () => {
  for (const writer of writers) writer.kill();
  await sandbox.close();
});

type Answer = {
  verdicts: { verdict: string; reason: string }[];
  errors: { code: string; message: string; remedy: string; place: { file?: string; line?: number } }[];
};

/** The orders of the sandbox in two halves, each with the period and the header. */
function halves(): [string, string] {
  const [period = '', header = '', ...lines] = sandbox.files().orders.trimEnd().split('\r\n');
  const middle = Math.floor(lines.length / 2);
  const text = (part: string[]) => `${[period, header, ...part].join('\r\n')}\r\n`;
  return [text(lines.slice(0, middle)), text(lines.slice(middle))];
}

test('A refused file of a folder is named with what to do, and accepted once the configuration is mended', async () => {
  const { path, folder, env } = givenConfig(sandbox, {
    books: { orders: { file: 'orders' }, bank: { file: ['bank/*.csv'] } },
  });
  const call = (...args: string[]) => tieout(['--json', '-q', '-c', path, ...args], env);
  const run = async () => {
    const { status, out } = await call('run', '--date', until);
    const answer: Answer = JSON.parse(out);
    return { status, ...answer };
  };
  const [first, second] = halves();
  mkdirSync(join(folder, 'orders'));
  mkdirSync(join(folder, 'bank'));
  writeFileSync(join(folder, 'orders', '1.csv'), first.replace('Amount', 'Grand Sum'));
  writeFileSync(join(folder, 'orders', '2.csv'), second);
  writeFileSync(join(folder, 'orders', 'notes.pdf'), '%PDF-1.7');
  writeFileSync(join(folder, 'bank', 'november.csv'), sandbox.files().bank);

  const refused = await run();
  expect(refused.status).toBe(4);
  expect(refused.errors).toEqual([
    expect.objectContaining({ code: 'FILE_COLUMN_MISSING', place: { file: '1.csv', line: 2 } }),
  ]);
  expect(refused.errors[0]?.message).toContain('no column for amount');
  expect(refused.errors[0]?.remedy).toContain('books.orders.aliases');
  for (const { verdict, reason } of refused.verdicts) {
    expect(verdict).toBe('incomplete');
    expect(reason).toMatch(
      /^\d+ of \d+ controls made.* Orders: nothing covers \d+ \w+ \d+\. Rejected: 1\.csv, line 2: The order file has no column for amount\..*books\.orders\.aliases/,
    );
  }
  const status = await call('status');
  expect(JSON.parse(status.out).rejected_files).toEqual([
    expect.objectContaining({ file_name: '1.csv', load_line: 2, load_code: 'FILE_COLUMN_MISSING' }),
  ]);
  // unchanged, and named again
  expect((await run()).errors).toHaveLength(1);

  const configured = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    configured.replace('file: orders', 'file: orders\n        aliases: { amount: [Amount, Grand Sum] }'),
  );
  const mended = await run();
  expect(mended).toMatchObject({ status: 0, errors: [] });
  const counted = await call('sql', 'select count(*) as n from core.merchant_order where known_to is null');
  expect(JSON.parse(counted.out)).toEqual([{ n: sandbox.files().orders.trimEnd().split('\r\n').length - 2 }]);
  expect(JSON.parse((await call('status')).out).rejected_files).toEqual([]);
  // the file that the first configuration refused is in its place in a rebuild too
  expect(await call('rebuild', '--compare')).toMatchObject({ status: 0, err: '' });

  // an export that is under way
  const target = join(folder, 'orders', '3.csv');
  const code = `const fs = require('node:fs');
    setInterval(() => { fs.appendFileSync(process.argv[1], 'Order,Amount'); console.log('written'); }, 100);`;
  const writer = spawn(process.execPath, ['-e', code, target], { stdio: ['ignore', 'pipe', 'inherit'] });
  writers.push(writer);
  await once(writer.stdout, 'data');
  const during = await call('run', '--date', until);
  writer.kill();
  expect(during.status).toBe(4);
  expect(JSON.parse(during.out).errors).toEqual([
    expect.objectContaining({ code: 'BOOK_FILE_BEING_WRITTEN', place: { file: target } }),
  ]);
});

test('A file whose rows were rejected is read again once the configuration accepts more of them', async () => {
  const { path, folder, env } = givenConfig(sandbox, {
    books: { orders: { file: 'orders' }, bank: { file: 'bank.csv' } },
  });
  const call = (...args: string[]) => tieout(['--json', '-q', '-c', path, ...args], env);
  const run = async () => {
    const { status, out } = await call('run', '--date', until);
    const answer: Answer = JSON.parse(out);
    return { status, reasons: answer.verdicts.map(({ reason }) => reason).join() };
  };
  const [first, second] = halves();
  mkdirSync(join(folder, 'orders'));
  writeFileSync(join(folder, 'orders', '1.csv'), first);
  writeFileSync(join(folder, 'orders', '2.csv'), second.replaceAll(',paid,', ',fulfilled,'));
  writeFileSync(join(folder, 'bank.csv'), sandbox.files().bank);
  const rejected = await run();
  expect(rejected.status).toBe(4);
  expect(rejected.reasons).toContain('fulfilled');
  const configured = readFileSync(path, 'utf8');
  const withWords = (words: string) =>
    writeFileSync(path, configured.replace('file: orders', `file: orders\n        statuses: { paid: [${words}] }`));
  withWords('fulfilled');
  expect(await run()).toMatchObject({ status: 0 });
  expect(await call('rebuild', '--compare')).toMatchObject({ status: 0, err: '' });
  // terms that accept fewer rows change nothing
  withWords('shipped');
  expect((await run()).status).toBe(0);
});

type Refused = Extract<CorpusCase, { outcome: 'refused' }>;

/** A name of its own, with an ending that a folder takes: a page that ends in .html is ignored there. */
const nameOf = ({ name }: CorpusCase) => {
  const own = name.replaceAll('/', '-');
  return /\.(csv|txt|tsv|xlsx|json|jsonl|xml|sta|ofx)$/.test(own) ? own : `${own}.csv`;
};

/** Refused files of the corpus that need no configuration and no request of their own: a share of them, as each is loaded several times. */
const refusedCases = shareOf(
  corpusCases().filter(
    (each): each is Refused & CorpusCase =>
      each.outcome === 'refused' &&
      Object.keys(each.configuration).length === 0 &&
      [...each.currencies, each.zone].join() === 'MYR,Asia/Kuala_Lumpur' &&
      each.currency === undefined &&
      each.window === undefined,
  ),
  150,
);
/** Each has an error of its own: which one, test/formats/whole-corpus.long.test.ts proves. */
const refusal = /^FILE_(?!NOT_LOADED)/;
const codeOf = (error: unknown) => (error instanceof TieoutError ? error.code : String(error));

test('Whatever file is refused, at import, run and rebuild every other input stays usable', {
  timeout: 600_000,
}, async () => {
  const { path, folder, env } = givenConfig(sandbox, {
    currencies: ['MYR'],
    books: { orders: { file: 'orders' }, bank: { file: 'bank' }, callbacks: { file: 'callbacks' } },
  });
  const folders = { statement: 'statements', orders: 'orders', bank: 'bank', callbacks: 'callbacks' } as const;
  for (const name of Object.values(folders)) mkdirSync(join(folder, name));
  for (const each of refusedCases) copyFileSync(each.path, join(folder, folders[each.as], nameOf(each)));
  const all = refusedCases.map(nameOf).sort();
  writeFileSync(join(folder, 'orders', 'good.csv'), sandbox.files().orders);
  writeFileSync(join(folder, 'bank', 'good.csv'), sandbox.files().bank);
  writeFileSync(join(folder, 'callbacks', 'good.jsonl'), `${[...sandbox.callbacks().lines].join('\n')}\n`);

  const config = await loadConfig(path);
  const [company] = config.companies;
  const importable = importableKinds().find(({ kind }) => kind === 'statement');
  if (company === undefined || importable === undefined) throw new Error('there is nothing to import');
  for (const each of refusedCases.filter(({ as }) => as === 'statement')) {
    const file = join(folder, folders.statement, nameOf(each));
    const named = { file, path: file, currency: 'MYR', covers: null };
    const request = { config, company, importable, ...named, progress: silentProgress };
    expect(codeOf(await importFile(request).catch((error: unknown) => error)), nameOf(each)).toMatch(refusal);
  }

  const call = (...args: string[]) => tieout(['--json', '-q', '-c', path, ...args], env);
  const state = async () => {
    const { out } = await call(
      'sql',
      `select (select count(*) from core.payment) as payments, (select count(*) from core.merchant_order) as orders,
         (select count(*) from core.bank_line) as bank, (select count(*) from core.callback) as callbacks`,
    );
    const refused = await call('sql', "select file_name, load_code from raw.receipt where load_status = 'refused'");
    const rows: { file_name: string; load_code: string }[] = JSON.parse(refused.out);
    return { loaded: JSON.parse(out), refused: rows.sort((one, other) => (one.file_name < other.file_name ? -1 : 1)) };
  };
  const ran = await call('run', '--date', until);
  expect(ran.status).toBe(4);
  const answer: Answer = JSON.parse(ran.out);
  // SGD is in the files and not in the configuration, and has a verdict of its own
  expect(answer.verdicts.map(({ verdict }) => verdict)).toEqual(['incomplete', 'incomplete']);
  const ofBooks = refusedCases.filter(({ as }) => as !== 'statement').map(nameOf);
  expect(ofBooks.filter((name) => !answer.errors.some(({ place }) => place.file === name))).toEqual([]);
  const before = await state();
  expect(before.refused.map(({ file_name }) => file_name)).toEqual(all);
  expect(before.refused.filter(({ load_code }) => !refusal.test(load_code))).toEqual([]);
  expect(new Set(before.refused.map(({ load_code }) => load_code)).size).toBeGreaterThan(7);
  const [counts] = before.loaded;
  const lines = (text: string) => text.trimEnd().split('\n').length;
  expect(counts.orders).toBe(lines(sandbox.files().orders) - 2);
  expect(counts.bank).toBe(lines(sandbox.files().bank) - 2);
  expect(Math.min(counts.payments, counts.callbacks)).toBeGreaterThan(20);

  expect(await call('rebuild')).toMatchObject({ status: 0 });
  expect(await state()).toEqual(before);
});
