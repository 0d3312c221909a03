import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleConfig } from '../../src/config/example.ts';
import { knownKeys, type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { configSchema, lakeSchema, receiverSchema } from '../../src/config/schema.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-config-'));
let count = 0;

function load(text: string): Promise<LoadedConfig> {
  count += 1;
  const path = join(folder, `${count}.yaml`);
  writeFileSync(path, text);
  return loadConfig(path);
}

async function refused(text: string): Promise<{ code: string; line?: number; key?: string; text: string }> {
  const error = await load(text).catch((caught: unknown) => caught);
  if (!(error instanceof TieoutError)) throw new Error('was not refused');
  expect(error.exitStatus).toBe(2);
  const { line, key } = error.place;
  return {
    code: error.code,
    ...(line === undefined ? {} : { line }),
    ...(key === undefined ? {} : { key }),
    text: `${error.message} ${error.remedy}`,
  };
}

const good = `companies:
  - name: acme
    zone: Asia/Kuala_Lumpur
    currencies: [MYR]
    gateway:
      base_url: https://gateway.example/api/v1/
      secret_key: { env: GATEWAY_KEY }
`;

test('A minimal configuration gets defaults, folders relative to the file and URLs without a trailing slash', async () => {
  const config = await load(good);
  expect(config.data_dir).toBe(join(folder, 'tieout-data'));
  expect(config.companies[0]).toMatchObject({
    gateway: { base_url: 'https://gateway.example/api/v1' },
    schedule: { at: '06:30', deadline: '10:00' },
    statement: { formats: ['csv'], lookback_days: 7 },
  });
  expect(config.warnings).toEqual([]);
});

test('The example is valid and shows the real defaults', async () => {
  const asWritten = await load(exampleConfig);
  const everyKey = exampleConfig.replaceAll(/^( *)# ( *[a-z_]+:.*)$/gm, '$1$2');
  const uncommented = await load(everyKey);
  const { email, webhook, ...notice } = uncommented.notice;
  const { prepared_by, reviewed_by, address, ...report } = uncommented.report;
  expect(address).toBe('https://reports.acme.example');
  expect(uncommented.monitoring).toMatchObject({ ping_url: { env: 'TIEOUT_PING_URL' } });
  expect(uncommented.companies[0]?.schedule.close_day).toBe(5);
  expect({ prepared_by, reviewed_by }).toEqual({ prepared_by: 'Aida binti Rahman', reviewed_by: 'Lim Wei' });
  expect(report.letterhead).toMatchObject({ lines: expect.arrayContaining(['Acme Sdn. Bhd.']), logo: 'logo.png' });
  expect(email?.attach_workbook).toBe(false);
  expect(webhook?.url).toBe('https://hooks.acme.example/tieout');
  expect(uncommented.companies[0]).toMatchObject({
    statement: { aliases: { reference: ['Order number'] } },
    books: { orders: { aliases: { amount: ['Order value'] } }, bank: { deposits_are: 'disbursements' } },
    calendar: { country: 'MY', state: '14', weekend: ['sat', 'sun'] },
  });
  expect(uncommented.receiver).toEqual(receiverSchema.parse({}));
  expect(uncommented.lake?.personal_data).toBe(lakeSchema.shape.personal_data.parse(undefined));
  expect(uncommented.matching.passes).toEqual({ bank_to_settlement: ['same_tail(days_after := 3)'] });
  expect({
    ...uncommented,
    path: '',
    matching: { passes: {} },
    report: { ...report, currency: undefined, fonts: [], letterhead: { lines: [] } },
    notice,
    receiver: undefined,
    lake: undefined,
    monitoring: {},
    retention: { quarantine_mib: uncommented.retention.quarantine_mib },
    warehouse: { masked_snapshot: uncommented.warehouse.masked_snapshot },
    companies: uncommented.companies.map((company) => ({
      ...company,
      schedule: { ...company.schedule, close_day: undefined },
      books: {},
      calendar: undefined,
      starts_on: undefined,
      drop_folder: undefined,
      gateway: {
        ...('gateway' in company && typeof company.gateway === 'object' ? company.gateway : undefined),
        settlement_days: undefined,
      },
      statement:
        asWritten.companies[0] && 'statement' in asWritten.companies[0] ? asWritten.companies[0].statement : undefined,
    })),
  }).toEqual({ ...asWritten, path: '' });
});

test('The example has every key', () => {
  const paths = [
    [],
    ['companies', 0],
    ['companies', 0, 'gateway'],
    ['companies', 0, 'payout'],
    ['companies', 0, 'statement'],
    ['companies', 0, 'schedule'],
    ['companies', 0, 'books'],
    ['companies', 0, 'books', 'orders'],
    ['companies', 0, 'books', 'bank'],
    ['companies', 0, 'books', 'ledger'],
    ['companies', 0, 'books', 'ledger', 'accounts'],
    ['companies', 0, 'calendar'],
    ['companies', 0, 'fees', 0],
    ['companies', 0, 'fees_tax', 0],
    ['decision'],
    ['report'],
    ['notice'],
    ['receiver'],
    ['notice', 'email'],
    ['notice', 'webhook'],
    ['warehouse'],
  ];
  for (const path of paths) {
    const keys = knownKeys(configSchema, path);
    expect(keys.length).toBeGreaterThan(1);
    for (const key of keys) expect(exampleConfig).toMatch(new RegExp(`\\b${key}:`));
  }
});

test('An unknown key is an error with its line, the nearest key and the allowed keys', async () => {
  expect(await refused(`${good}    curency: [MYR]\n`)).toEqual({
    code: 'CONFIG_WRONG',
    line: 8,
    key: 'companies[0].curency',
    text: '"curency" is not a key here; did you mean "currencies"? Allowed here: name, zone, currencies, gateway, statement, payout, books, banks, calendar, fees, fees_tax, starts_on, waivers, reading, close, drop_folder, schedule.',
  });
});

test('A price for the same method that is not later than the one before it is an error', async () => {
  const with2 = (first: string, second: string) =>
    `${good}    fees:\n      - { method: fpx, flat: "1.00"${first} }\n      - { method: fpx, flat: "1.10"${second} }\n`;
  const [march, june] = [', from: "2026-03-01"', ', from: "2026-06-01"'];
  for (const [first, second] of [
    ['', march],
    [march, june],
  ] as const)
    await load(with2(first, second));
  await load(with2('', ', currency: MYR'));
  for (const [first, second] of [
    ['', ''],
    [march, ''],
    [march, march],
    [june, march],
  ] as const)
    expect(await refused(with2(first, second))).toMatchObject({
      code: 'CONFIG_WRONG',
      line: 10,
      text: expect.stringContaining('from '),
    });
});

test('All errors are reported together, in file order', async () => {
  const { code, line, text } = await refused(
    `dta_dir: x\n${good.replace('[MYR]', '[MRY]').replace('Kuala_Lumpur', 'Kuala')}    statement: { format: pdf, lookback_days: 400 }\n`,
  );
  expect({ code, line }).toEqual({ code: 'CONFIG_WRONG', line: 1 });
  expect(text).toContain('The configuration has 5 errors');
  expect(text.match(/line \d+, \S+:/g)).toEqual([
    'line 1, dta_dir:',
    'line 4, companies[0].zone:',
    'line 5, companies[0].currencies[0]:',
    'line 9, companies[0].statement.formats[0]:',
    'line 9, companies[0].statement.lookback_days:',
  ]);
  expect(text).toContain('formats[0] must be one of "csv", "xlsx"');
  expect(text).toContain('lookback_days must be at most 92');
});

const mistakes: { what: string; text: string; line: number; key: string; says: string }[] = [
  {
    what: 'a letterhead of seven lines',
    text: `${good}report: { letterhead: { lines: [a, b, c, d, e, f, g] } }\n`,
    line: 8,
    key: 'report.letterhead.lines',
    says: 'at most 6',
  },
  {
    what: 'an unknown encoding',
    text: `${good}    statement: { encoding: windows-1259 }\n`,
    line: 8,
    key: 'companies[0].statement.encoding',
    says: 'must be the name of an encoding',
  },
  {
    what: 'a header of two columns',
    text: `${good}    statement: { aliases: { amount: [Total], fee: [total] } }\n`,
    line: 8,
    key: 'companies[0].statement.aliases.fee',
    says: 'names the header "total", which also names amount',
  },
  {
    what: 'a missing key',
    text: good.replace(/ {4}zone.*\n/, ''),
    line: 2,
    key: 'companies[0].zone',
    says: 'zone is missing',
  },
  {
    what: 'an offset for a zone',
    text: good.replace('Asia/Kuala_Lumpur', '"+08:00"'),
    line: 3,
    key: 'companies[0].zone',
    says: 'IANA time zone',
  },
  {
    what: 'an address that is not encrypted',
    text: good.replace('https', 'http'),
    line: 6,
    key: 'companies[0].gateway.base_url',
    says: 'https://',
  },
  {
    what: 'neither service',
    text: good.slice(0, good.indexOf('    gateway')),
    line: 2,
    key: 'companies[0]',
    says: 'needs a payment gateway or a payout service',
  },
  {
    what: 'one name for two companies',
    text: `${good}${good.slice(good.indexOf('  - name'))}`,
    line: 1,
    key: 'companies',
    says: 'a different name',
  },
  {
    what: 'a number for a list',
    text: good.replace('[MYR]', '7'),
    line: 4,
    key: 'companies[0].currencies',
    says: 'must be a list',
  },
  {
    what: 'a deadline before the run',
    text: `${good}    schedule: { at: "11:00" }\n`,
    line: 8,
    key: 'companies[0].schedule.deadline',
    says: 'later than schedule.at',
  },
  {
    what: 'a mark that is the delimiter',
    text: `${good}report:\n  decimal_mark: ","\n`,
    line: 9,
    key: 'report.decimal_mark',
    says: 'must differ',
  },
  { what: 'an empty file', text: '# nothing\n', line: 1, key: 'companies', says: 'companies is missing' },
];

test.each(mistakes)('$what is rejected at its line', async ({ text, line, key, says }) => {
  const problem = await refused(text);
  expect(problem).toMatchObject({ code: 'CONFIG_WRONG', line, key });
  expect(problem.text).toContain(says);
});

test('Invalid YAML and a duplicate key are errors with their line', async () => {
  expect(await refused('companies: [\n')).toMatchObject({ code: 'CONFIG_NOT_YAML', line: 2 });
  expect(await refused(`${good}    zone: UTC\n`)).toMatchObject({ code: 'CONFIG_NOT_YAML', line: 8 });
});

test.each([
  ['under a key of secrets', 'secret_key: { env: GATEWAY_KEY }', 'secret_key: hunter2', 'hunter2', 7],
  ['with a known prefix', 'env: GATEWAY_KEY', 'env: sk_live_4f9a8b7c6d', 'sk_live_4f9a8b7c6d', 7],
  ['long and random', 'env: GATEWAY_KEY', 'file: Zk3vQ9xT7bLm2Wc8RyP4', 'Zk3vQ9xT7bLm2Wc8RyP4', 7],
  ['hexadecimal', '[MYR]', '[0123456789abcdef0123456789abcdef]', '0123456789abcdef', 4],
  ['in an address', 'https://gateway', 'https://user:open-sesame@gateway', 'open-sesame', 6],
])('A secret %s is rejected and not printed', async (_, old, now, secret, line) => {
  const problem = await refused(good.replace(old, now).replace('RyP4', 'RyP4Hs6N'));
  expect(problem).toMatchObject({ code: 'CONFIG_HOLDS_SECRET', line });
  expect(problem.text).not.toContain(secret);
});

test('A world-readable secret file is a warning, a private one is not', async () => {
  for (const [name, mode] of [
    ['open-key', 0o644],
    ['own-key', 0o600],
  ] as const) {
    writeFileSync(join(folder, name), 'x');
    chmodSync(join(folder, name), mode);
  }
  const withFile = (name: string) => load(good.replace('env: GATEWAY_KEY', `file: ${name}`));
  expect((await withFile('own-key')).warnings).toEqual([]);
  expect((await withFile('open-key')).warnings).toEqual([
    'Every user of this machine can read the secret in open-key (mode 644): chmod 600 open-key',
  ]);
});

test('A configuration, its folder or a data folder that others may write is a warning', async () => {
  const own = mkdtempSync(join(tmpdir(), 'tieout-config-'));
  const [path, data] = [join(own, 'tieout.yaml'), join(own, 'tieout-data')];
  mkdirSync(data);
  writeFileSync(path, good);
  const warned = async (...modes: [file: number, folder: number, data: number]) => {
    for (const [index, each] of [path, own, data].entries()) chmodSync(each, modes[index] ?? 0);
    return (await loadConfig(path)).warnings;
  };
  expect(await warned(0o644, 0o755, 0o755)).toEqual([]);
  const text = (file: string, mode: string) =>
    `Every user of this machine can write ${file} (mode ${mode}), and so change what is reported. Keep it where only this user can write (chmod go-w, or another folder).`;
  expect(await warned(0o646, 0o755, 0o755)).toEqual([text(path, '646')]);
  expect(await warned(0o600, 0o757, 0o700)).toEqual([text(own, '757')]);
  expect(await warned(0o600, 0o1777, 0o777)).toEqual([text(own, '777'), text(data, '777')]);
  // the group of its own user is that user
  expect(await warned(0o664, 0o775, 0o775)).toEqual([]);
  rmSync(data, { recursive: true });
  expect((await loadConfig(path)).warnings).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)(
  'A group of other users that may write the data folder is a warning',
  async () => {
    const own = mkdtempSync(join(tmpdir(), 'tieout-config-'));
    const [path, data] = [join(own, 'tieout.yaml'), join(own, 'tieout-data')];
    mkdirSync(data);
    writeFileSync(path, good);
    chmodSync(data, 0o770);
    chownSync(data, 0, 1);
    expect((await loadConfig(path)).warnings).toEqual([
      `Its group can write ${data} (mode 770), and so change what is reported. Keep it where only this user can write (chmod go-w, or another folder).`,
    ]);
  },
);

test('A former key still works, with a warning that names the file, the line and the new key', async () => {
  const config = await load(`${good}    statement: { deadline_seconds: 60, format: xlsx }
decision: { second_person_for: [write_off], second_person_over: { MYR: "10.00" } }
notice: { overdue_over: 3 }
matching: { passes: { send_limits_to_instructions: [mine] } }
`);
  expect(config.companies[0]).toMatchObject({ statement: { timeout_seconds: 60, formats: ['xlsx'] } });
  expect(config.decision).toMatchObject({ second_approval_for: ['write_off'], second_approval_over: { MYR: '10.00' } });
  expect(config.notice.overdue_above).toBe(3);
  expect(config.matching.passes).toEqual({ allocations_to_payouts: ['mine'] });
  const rest = 'The old name works in this version only; rename the key.';
  expect(config.warnings.map((warning) => warning.replace(/^.*\.yaml:/, ''))).toEqual([
    `8: companies[0].statement.deadline_seconds is now called timeout_seconds. ${rest}`,
    `8: companies[0].statement.format is now called formats. ${rest}`,
    `9: decision.second_person_for is now called second_approval_for. ${rest}`,
    `9: decision.second_person_over is now called second_approval_over. ${rest}`,
    `10: notice.overdue_over is now called overdue_above. ${rest}`,
    `11: matching.passes.send_limits_to_instructions is now called allocations_to_payouts. ${rest}`,
  ]);
});

test('A file with both the former and the new key is rejected', async () => {
  const both = `${good}notice: { overdue_over: 3, overdue_above: 4 }\n`;
  const problem = await refused(both);
  expect(problem).toMatchObject({ code: 'CONFIG_WRONG', line: 8, key: 'notice.overdue_over' });
  expect(problem.text).toContain('is the old name of overdue_above, which is set too');
});

test('An invalid value of a former key is rejected at its line', async () => {
  const problem = await refused(`${good}notice: { overdue_over: -1 }\n`);
  expect(problem).toMatchObject({ code: 'CONFIG_WRONG', line: 8, key: 'notice.overdue_above' });
});

test.each([
  ['starts_on: "0001-01-01"', 'companies[0].starts_on'],
  [
    'waivers: [{ control: gateway_balance, from: "2026-11-01", to: "9999-12-31", why: none, by: me }]',
    'companies[0].waivers[0].to',
  ],
  ['reading: { earliest_day: "0001-01-01" }', 'companies[0].reading.earliest_day'],
  ['calendar: { holidays: [{ date: "9999-12-31", name: Last }] }', 'companies[0].calendar.holidays[0].date'],
])('A day outside the calendar is refused by its key: %s', async (line, key) => {
  const error = await refused(`${good}    ${line}\n`);
  expect(error).toMatchObject({ code: 'CONFIG_WRONG', key });
  expect(error.text).toContain('must be a day from 1990-01-01 to 2099-12-31');
});
