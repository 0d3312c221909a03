import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Ran, tieout } from '../given/command.ts';
import { givenPublished, publishedEnv } from '../given/published.ts';

let folder: string;
beforeAll(async () => {
  folder = await givenPublished('kedai');
});

const call = (args: string[], input?: string | Uint8Array): Promise<Ran> =>
  tieout(['-q', ...args], publishedEnv, folder, input === undefined ? {} : { input });
const ask = (...args: string[]) => call(['sql', ...args]);
const out = async (...args: string[]) => {
  const { out: text, err } = await ask(...args);
  expect(err).toBe('');
  return text;
};
const newFolder = () => mkdtempSync(join(folder, 'out-'));

test.each<[string, string[], string | Uint8Array | undefined]>([
  ['the argument', ['select 42 as n'], undefined],
  ['the argument, whatever standard input has', ['select 42 as n'], 'select 7'],
  ['a file, also with a byte order mark', ['-f', 'given.sql'], undefined],
  ['standard input as -', ['-'], 'select 42 as n'],
  ['standard input as the file', ['--file', '-'], 'select 42 as n'],
  ['standard input that is no terminal', [], 'select 42 as n'],
])('The SQL is read from %s', async (_, args, input) => {
  writeFileSync(join(folder, 'given.sql'), '\uFEFFselect 42 as n;\n');
  expect(await call(['--json', 'sql', ...args], input)).toEqual({
    status: 0,
    out: '[\n  {\n    "n": 42\n  }\n]\n',
    err: '',
  });
});

test.each<[string, string[], string | Uint8Array | undefined]>([
  ['There is no SQL to run.', [], undefined],
  ['The SQL is given twice: as the argument, and with --file.', ['select 1', '--file', 'given.sql'], undefined],
  ['The SQL is given twice: as the argument, and with --file.', ['-', '--file', 'given.sql'], 'select 1'],
  ['There is no SQL to run: the text has no statement.', [' ;; /* a; */ -- only comments'], undefined],
  ['There is no SQL to run: the text has no statement.', ['/* /* */ select 1 */'], undefined],
  ['There is no SQL to run: the text has no statement.', [], ''],
  ['There is no such file.', ['-f', 'absent.sql'], undefined],
  ['This is a folder, not a file.', ['-f', '.'], undefined],
  ['The SQL is not UTF-8 text.', ['-'], Buffer.from('select \xff', 'latin1')],
  ['The SQL is longer than 16 MiB.', ['-'], ' '.repeat((16 << 20) + 1)],
])('%s', async (message, args, input) => {
  const { status, err, out: text } = await call(['sql', ...args], input);
  expect(err).toContain(`error SQL_SOURCE_WRONG: ${message}\n`);
  expect(err).toContain('Give the SQL in one way: as the argument (');
  expect([status, text]).toEqual([2, '']);
});

test('Statements run in turn, and each one that gives rows prints its result', async () => {
  const statements =
    "create temp table t as select 1 as a; insert into t values (2); from t; select 'x;y' as b where false; select null as c";
  expect(await out(statements)).toBe('a\n─\n1\n2\n\nNo rows.\n\nc\n─\n\n');
  expect(await out('--format', 'json', statements)).toBe(
    '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]\n[]\n[\n  {\n    "c": null\n  }\n]\n',
  );
  // an empty line is between two results: a row that has nothing but one empty cell is not one
  expect(await out('--format', 'csv', statements)).toBe('a\r\n1\r\n2\r\n\r\nb\r\n\r\nc\r\n""\r\n');
  expect(await out('create temp table t as select 1')).toBe('No rows.\n');
});

test('An error says which statement failed and on which line; the results before it are printed', async () => {
  const statements =
    "select 1 as a;\n\n-- the next; one\npivot (select 'x' as k, 1 as n) on k using sum(n);\nselect\n  'abc'::integer";
  writeFileSync(join(folder, 'failing.sql'), statements);
  const { status, out: text, err } = await ask('-f', 'failing.sql');
  expect([status, text]).toEqual([2, 'a\n─\n1\n\nx\n─\n1\n']);
  expect(err).toContain("error SQL_WRONG: Statement 3 of 3, line 5: Could not convert string 'abc' to INT32");
  expect(err).toContain('where: failing.sql:5');
  // what is not SQL at all is said before anything runs
  expect(await call(['sql', '-'], 'select 1;\nselec 2')).toMatchObject({
    out: '',
    err: expect.stringMatching(/^error SQL_WRONG: syntax error at or near "selec"[\s\S]*where: standard input:2$/m),
  });
  expect((await call(['sql', '-'], 'select 1\0; select 2')).err).toContain('SQL_WRONG: the text has a zero character');
});

test('CSV has exact values, and no cell that a spreadsheet or a terminal would act on', async () => {
  const text = await out(
    '--format',
    'csv',
    `select -5.1::decimal(18, 4) as amount, 123456789012345678901234.5::decimal(38, 1) as large, -7 as n, date '2026-11-03' as day,
       timestamptz '2026-11-03 13:00:00+08' as at, 'infinity'::timestamptz as never, null as nothing, '' as empty, true as is_so,
       ['=a', null] as list, '=1+1' as formula, ' @x' as other, 'a,"b"' || chr(10) || 'c' as quoted,
       chr(27) || '[2J' || chr(8238) || chr(13) || 'z' as hostile, '-1' as "=name"`,
  );
  const [names, ...cells] = text.split('\r\n');
  expect(names).toBe("amount,large,n,day,at,never,nothing,empty,is_so,list,formula,other,quoted,hostile,'=name");
  expect(cells.join('\r\n')).toBe(
    `-5.1000,123456789012345678901234.5,-7,2026-11-03,2026-11-03T05:00:00.000Z,infinity,,,true,"[""=a"",null]",'=1+1,' @x,"a,""b""\nc",\uFFFD[2J\uFFFDz,'-1\r\n`,
  );
});

test('JSON keeps every value, also those for which JSON has no number', async () => {
  const [row] = JSON.parse(
    await out(
      '--format',
      'json',
      "select 'nan'::double as f, 9007199254740993 as n, -5.1::decimal(18, 4) as amount, chr(27) as c",
    ),
  );
  expect(row).toEqual({ f: 'NaN', n: '9007199254740993', amount: '-5.1000', c: '\u001b' });
});

test('A table has at most 1,000 rows and its columns in the order of the query; a longer result is several tables', async () => {
  const lines = (await out('select range as b, range * 2 as "2026" from range(2001)')).split('\n');
  const heads = lines.flatMap((line, at) => (/^ *b +2026$/.test(line) ? [at] : []));
  expect(heads).toEqual([0, 1003, 2006]);
  expect(lines.slice(1002, 1006)).toEqual(['', '   b  2026', '────  ────', '1000  2000']);
  expect(lines.slice(-2)).toEqual(['2000  4000', '']);
  expect(await out('select 1 where false')).toBe('No rows.\n');
});

test('The tables of mart and the views of the user are named without a schema, listed and described', async () => {
  const listed = z
    .array(z.object({ name: z.string(), schema: z.string(), comment: z.string().nullable() }))
    .parse(JSON.parse(await out('--format', 'json', 'show  Tables;')));
  expect(new Set(listed.map(({ schema }) => schema))).toEqual(new Set(['mart', 'own']));
  expect(listed.find(({ name }) => name === 'verdict')?.comment).toMatch(/^\w+ .+/);
  expect(listed).toContainEqual({ name: 'mine', schema: 'own', comment: null });
  expect(await out('create temp table t as select 1; show tables')).toMatch(/^t +main *$/m);
  const functions = listed.filter(({ name }) => name.includes('('));
  expect(functions).toEqual([
    {
      name: 'match_rate(the_company, first_day, day_after, materiality)',
      schema: 'mart',
      comment: expect.stringMatching(/^Items of each reconciliation /),
    },
    {
      name: 'statement(the_company, first_day, day_after)',
      schema: 'mart',
      comment: expect.stringMatching(/^The statements of a company /),
    },
    {
      name: 'trend(the_company, first_day, day_after, materiality)',
      schema: 'mart',
      comment: expect.stringMatching(/^Payments of a period /),
    },
  ]);
  expect(await out('from verdict; from mine')).toBe('No rows.\n\ncompany\n───────\nkedai\n');
  expect(await out('--format', 'csv', 'describe mart.verdict')).toContain('\r\nbusiness_date,DATE,');
  expect(await out('--format', 'csv', 'summarize verdict')).toContain('\r\nbusiness_date,DATE,');
});

test('The tables, views and functions of another schema are listed by its name, each with its comment', async () => {
  const listed = z
    .array(z.object({ name: z.string(), schema: z.string(), comment: z.string() }))
    .parse(JSON.parse(await out('--format', 'json', 'show tables from Core -- everything')));
  expect(listed.length).toBeGreaterThan(80);
  expect(new Set(listed.map(({ schema }) => schema))).toEqual(new Set(['core']));
  expect(listed.filter(({ comment }) => !/^[A-Z].*\.$/.test(comment))).toEqual([]);
  const named = new Map(listed.map(({ name, comment }) => [name, comment]));
  expect(named.get('payment_now')).toBeDefined();
  expect([...named.keys()].filter((name) => name.startsWith('business_days_after('))).toEqual([]);
  expect(await out('show tables from nowhere')).toBe('No rows.\n');
});

test.each([
  ['from mart.verdicts', 'Table with name verdicts does not exist! … Did you mean "verdict"?', 'sql "show tables"'],
  ['from payment', 'Table with name payment does not exist! … Did you mean "core.payment"?', 'sql "show tables"'],
  ['from marts.verdict', 'because schema "marts" does not exist … Did you mean "mart"?', 'sql "show tables"'],
  ["from '/etc/passwd'", 'Table with name /etc/passwd does not exist!', 'sql "show tables"'],
  ['select verdct from verdict', 'column "verdct" not found … bindings: "verdict"', 'sql "describe verdict"'],
  ['with t as (from item) select rason from t', 'column "rason" not found … bindings: "reason"', 'sql "describe item"'],
  ['select v.resaon from mart.verdict v', '"v" does not have a column named "resaon"', 'sql "describe mart.verdict"'],
  ['select left_file_id from item', 'column "left_file_id" not found … It is now "left_receipt_id".', 'sql "describe'],
  [
    'select q.bytes from mart.quarantine q',
    '"q" does not have a column named "bytes" … It is now "byte_count".',
    'sql "describe',
  ],
  ['select x.verdict from verdict v', 'Referenced table "x" not found! … Candidate tables: "v"', 'sql "show tables"'],
  ['select * exclude (a) from item', 'Column "a" in EXCLUDE list not found in FROM clause', 'sql "describe item"'],
  ['select flor(1.5)', 'name flor does not exist! … Did you mean "floor"', 'duckdb_functions()'],
  ['delete from mart.verdict', 'Can only delete … next:  Statements can read published data only', '--out FILE'],
  ["from read_csv('/etc/passwd')", 'Statements can read published data only', '`tieout import`'],
  ["copy (select 1) to 'x.csv'", 'Statements can read published data only', '--out FILE'],
  ['load httpfs', 'Statements can read published data only', '--out FILE'],
  ['set threads = 1', 'Cannot change configuration option "threads"', 'no other files, extensions or settings'],
  [
    'select $1',
    'Values were not provided for the following prepared statement parameters: 1',
    'Correct the statement.',
  ],
  ['select business_date day from verdict', 'syntax error at or near "day"', 'Correct the statement.'],
])('%s: %s', async (statement, message, remedy) => {
  const { status, err } = await ask(statement);
  expect(err).toMatch(/^error SQL_WRONG: /);
  expect(err.replaceAll(/node \S+cli\.js/g, 'tieout')).toContain(remedy);
  for (const part of message.split(' … ')) expect(err).toContain(part);
  expect(err).not.toMatch(/^\s+at |Error: /m);
  expect(status).toBe(2);
});

test.each([
  [['--format', 'jsn', 'select 1'], 'There is no --format "jsn"; did you mean "json"?'],
  [['--format', 'parquet', 'select 1'], 'The format parquet needs the name of a file.'],
  [['--format', 'xlsx', 'select 1'], 'The format xlsx needs the name of a file.'],
  [['--out', 'month.xls', 'select 1'], 'The ending .xls is no format of a result.'],
  [['--out', 'month.csv.gz', 'select 1'], 'The ending .gz is no format of a result.'],
  [['--json', '--format', 'csv', 'select 1'], '--json and --format csv contradict each other.'],
  [['--out', 'two.parquet', 'select 1; select 2'], 'A Parquet file holds one result, and the SQL gives several.'],
  [['--out', 'v.parquet', "select {'a': 1}::variant as v"], 'The result cannot be written as Parquet: '],
  [
    ['--out', 'no.parquet', 'create temp table t as select 1'],
    'A Parquet file holds one result, and the SQL gives none.',
  ],
])('%j: %s', async (args, message) => {
  const { status, err } = await ask(...args);
  expect(err.replace(/"msg":"(.*?)",/, 'error OPTION_WRONG: $1\n')).toContain(`error OPTION_WRONG: ${message}`);
  expect(status).toBe(2);
});

test('--out writes a private file in the format of its name, and says how many rows it has', async () => {
  const at = newFolder();
  const file = join(at, 'all.csv');
  expect(await out('--out', file, "select '=1' as a; select 2 as b")).toBe(`${file}: 2 rows\n`);
  expect(readFileSync(file, 'utf8')).toBe("a\r\n'=1\r\n\r\nb\r\n2\r\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { out: answer } = await call(['--json', 'sql', '--out', join(at, 'one.json'), 'select 1 as a']);
  expect(JSON.parse(answer)).toEqual({ file: join(at, 'one.json'), rows: 1 });
  expect(JSON.parse(readFileSync(join(at, 'one.json'), 'utf8'))).toEqual([{ a: 1 }]);
  await out('--out', join(at, 'report.txt'), 'select 1 as a');
  expect(readFileSync(join(at, 'report.txt'), 'utf8')).toBe('a\n─\n1\n');
  // --format decides against the name
  await out('--out', join(at, 'text.csv'), '--format', 'table', 'select 1 as a');
  expect(readFileSync(join(at, 'text.csv'), 'utf8')).toBe('a\n─\n1\n');
  expect(readdirSync(at).sort()).toEqual(['all.csv', 'one.json', 'report.txt', 'text.csv']);
});

test('--out changes nothing that is there, and leaves nothing of a statement that fails', async () => {
  const at = newFolder();
  writeFileSync(join(at, 'mine.csv'), 'mine');
  mkdirSync(join(at, 'folder'));
  const refused = async (file: string) => {
    const { status, err } = await ask('--out', file, 'select 1');
    expect(status).toBe(2);
    return /^error OUT_FILE_WRONG: (.*)$/m.exec(err)?.[1] ?? err;
  };
  expect(await refused(join(at, 'mine.csv'))).toBe('The file already exists; it was not changed.');
  expect(await refused('/dev/null')).toBe('The file already exists; it was not changed.');
  expect(await refused(join(at, 'folder'))).toBe('This is a folder.');
  expect(await refused(join(at, 'absent', 'a.csv'))).toBe('There is no such folder.');
  expect(await refused(join(at, 'mine.csv', 'a.csv'))).toBe('There is no such folder.');
  // nobody, not even root, may make a folder there
  if (existsSync('/sys/kernel')) expect(await refused('/sys/a.csv')).toBe('This user may not write in the folder.');
  for (const name of ['a.csv', 'a.parquet'])
    expect(
      (await ask('--out', join(at, name), "select case when range = 5000 then error('no') else 1 end from range(9000)"))
        .err,
    ).toContain('SQL_WRONG');
  expect(readdirSync(at).sort()).toEqual(['folder', 'mine.csv']);
  expect(readFileSync(join(at, 'mine.csv'), 'utf8')).toBe('mine');
});
