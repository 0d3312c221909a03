import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { negated, plainAmount } from '../src/bank/amount.ts';
import { readEntryLine, readInformation } from '../src/mt940/entry.ts';
import { openFile } from '../src/open-file.ts';
import { givenFiles } from './given/given-files.ts';

const given = givenFiles();

/** Reads a bank file to its end: its rows as cells by column, its claims and notes. */
async function read(content: string) {
  const opened = await openFile(given(content), ['camt053', 'mt940', 'ofx']);
  const rows: Record<string, string>[] = [];
  for await (const row of opened.rows()) {
    if ('code' in row) throw new Error(row.reason);
    const cells = [...opened.header.positions].map(([column, at]) => [column, row.cells[at] ?? '']);
    rows.push({ line: String(row.line), ...Object.fromEntries(cells) });
  }
  await opened.close();
  return { rows, claims: opened.claims(), notes: opened.notes(), format: opened.format };
}

describe('An amount of a bank format', () => {
  test.each([
    ['1234,5', '1234.5'],
    ['1234,', '1234'],
    [',5', '0.5'],
    ['0010.00', '10'],
    ['1.234,50', '1234.5'],
    ['1,234.50', '1234.5'],
    ['-10.12300', '-10.123'],
    ['+7', '7'],
    ['-0.00', '0'],
    ["1'234.50", '1234.5'],
    ['1’234’567', '1234567'],
    ['−5.00', '-5'],
    ['–5.00', '-5'],
    ['\u200e-5.00\u200f', '-5'],
    ['1,23,456.50', '123456.5'],
  ])('%s is %s', (text, amount) => {
    expect(plainAmount(text)).toBe(amount);
  });
  test.each([
    ['no number', ['', '-', 'x', '1e3', '٣', '\u202e5.00']],
    ['of two numbers', ['1.2.3', '1,23,4.5', '12 34', '1234,5,0']],
    ['of wrong groups', ["0'500", "1'23"]],
    ['of two signs', ['−-5', '+-5', '+−5', '++5']],
  ])('%s is none', (_, texts) => {
    expect(texts.filter((text) => plainAmount(text) !== undefined)).toEqual([]);
  });
  test('negated twice is the same', () => {
    expect([negated('5.1'), negated('-5.1'), negated('0')]).toEqual(['-5.1', '5.1', '0']);
  });
});

describe('The entry line of MT940', () => {
  test.each([
    ['2611021102C500,NTRFDISB-1//MB1', { isCredit: true, isReversal: false, amount: '500', reference: 'DISB-1' }],
    ['2611021102RC50,00NTRFNONREF', { isCredit: false, isReversal: true, amount: '50', reference: null }],
    ['2611021102RD50,00NTRFX', { isCredit: true, isReversal: true, amount: '50' }],
    ['2611021102CR50,00NTRFX', { isCredit: true, isReversal: false, amount: '50' }],
    ['2611021102DD1,NTRFX', { isCredit: false, isReversal: false, amount: '1' }],
    ['261102D0,01S103/A/B//C', { isCredit: false, reference: '/A/B', bankReference: 'C', bookedOn: '2026-11-02' }],
    ['2612310102C1,NTRFX', { valueDate: '2026-12-31', bookedOn: '2027-01-02' }],
    ['2701021231C1,NTRFX', { valueDate: '2027-01-02', bookedOn: '2026-12-31' }],
    ['2802290229C1,NTRFX', { valueDate: '2028-02-29', bookedOn: '2028-02-29' }],
    ['9912311231C1,NTRFX', { valueDate: '1999-12-31', bookedOn: '1999-12-31' }],
  ])('%s', (text, expected) => {
    expect(readEntryLine(text, null)).toMatchObject(expected);
  });

  test('takes the year of the opening balance when the value date lies far back', () => {
    expect(readEntryLine('2503010105D1,NTRFX', '2026-01-04')).toMatchObject({ bookedOn: '2026-01-05' });
  });

  test.each(['', 'C500,NTRF', '261102X500,NTRF', '2611O2C5,NTRF', '261102C,NTRF'])('"%s" is none', (text) => {
    expect(readEntryLine(text, null)).toBeUndefined();
  });
});

describe('The information of an MT940 entry', () => {
  test.each([
    [['PAYOUT', 'BATCH 7'], { text: 'PAYOUT BATCH 7', reference: null }],
    [
      ['166?00CREDIT?20EREF+D-1?21SVWZ+Gateway payout batc?22h 1?32GATEWAY'],
      { text: 'CREDIT; Gateway payout batc h 1; GATEWAY', reference: 'D-1' },
    ],
    [
      ['166?20A text of exactly 27 letter?21s goes on'],
      { text: 'A text of exactly 27 letters goes on', reference: null },
    ],
    [['/TRTP/SEPA/REMI/Rent/EREF/R-11/NAME/X'], { text: '/TRTP/SEPA/REMI/Rent/EREF/R-11/NAME/X', reference: 'R-11' }],
    [['/EREF/NOTPROVIDED/REMI/Rent'], { text: '/EREF/NOTPROVIDED/REMI/Rent', reference: null }],
    [[], { text: null, reference: null }],
  ])('%j', (lines, expected) => {
    expect(readInformation(lines)).toEqual(expected);
  });
});

test('A camt.053 entry keeps the references and texts of its details', async () => {
  const { rows } = await read(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Id>1</Id><Acct><Id><IBAN>MY00TEST</IBAN></Id><Ccy>MYR</Ccy></Acct><Ntry><NtryRef>1</NtryRef><Amt Ccy="MYR">5</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-11-02T00:30:00+08:00</DtTm></BookgDt>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId><AcctSvcrRef>B-7</AcctSvcrRef></Refs>
<RltdPties><Dbtr><Nm>Payer</Nm></Dbtr><Cdtr><Nm>Us</Nm></Cdtr></RltdPties>
<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd><Ustrd>Batch  1</Ustrd></RmtInf></TxDtls></NtryDtls>
<AddtlNtryInf>TRANSFER</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`);
  expect(rows).toMatchObject([
    {
      line: '2',
      account: 'MY00TEST',
      booked_on: '2026-11-02',
      value_date: '',
      entry_id: 'B-7',
      reference: 'RF18',
      description: 'TRANSFER; Batch 1; RF18; Payer',
    },
  ]);
});

type Entry = { day: number; cents: number; id: string };
const entry: fc.Arbitrary<Entry> = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  cents: fc.integer({ min: -10_000_000, max: 10_000_000 }).filter((cents) => cents !== 0),
  id: fc.stringMatching(/^[A-Z1-9]{6,12}$/).filter((id) => !/^\d+$/.test(id) && !/NON/.test(id)),
});

const decimal = (cents: number, mark = '.') => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
};
const signed = (cents: number) => `${cents < 0 ? '-' : ''}${decimal(cents)}`;
const two = (day: number) => String(day).padStart(2, '0');

const writers: Record<string, (entries: readonly Entry[], opening: number, closing: number) => string> = {
  camt053: (entries, opening, closing) => {
    const balance = (code: string, cents: number) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="MYR">${decimal(cents)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`;
    const written = entries.map(
      ({ day, cents, id }) =>
        `<Ntry><Amt Ccy="MYR">${decimal(cents)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-${two(day)}</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef></Ntry>`,
    );
    return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>X</IBAN></Id></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}\n${written.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
  },
  mt940: (entries, opening, closing) => {
    const balance = (cents: number) => `${cents < 0 ? 'D' : 'C'}261101MYR${decimal(cents, ',')}`;
    const written = entries.map(
      ({ day, cents, id }) =>
        `:61:2611${two(day)}11${two(day)}${cents < 0 ? 'D' : 'C'}${decimal(cents, ',')}NTRFNONREF//${id}`,
    );
    return [`:20:1\n:25:X\n:28C:1/1\n:60F:${balance(opening)}`, ...written, `:62F:${balance(closing)}\n-`].join('\r\n');
  },
  ofx: (entries, _opening, closing) => {
    const written = entries.map(
      ({ day, cents, id }) =>
        `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>202611${two(day)}000000[-11:X]<TRNAMT>${signed(cents)}<FITID>${id}</STMTTRN>`,
    );
    return `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MYR<BANKACCTFROM><ACCTID>X</BANKACCTFROM><BANKTRANLIST>${written.join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${signed(closing)}<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  },
};

/** An exact amount in cents: digits, a point and at most two decimals. */
function centsOf(amount: string): number {
  const [, sign, whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return Number(`${sign ?? ''}${whole}${decimals.padEnd(2, '0')}`);
}

test.each(Object.keys(writers))('Any entries written as %s read back as the same entries and sums', async (format) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 30 }),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      async (entries, opening) => {
        const closing = entries.reduce((sum, { cents }) => sum + cents, opening);
        const { rows, claims, format: found } = await read(writers[format]?.(entries, opening, closing) ?? '');
        expect(found).toBe(format);
        expect(
          rows.map((row) => ({
            day: Number(row.booked_on?.slice(8)),
            cents: row.credit === '' ? -centsOf(row.debit ?? '') : centsOf(row.credit ?? ''),
            id: row.entry_id,
          })),
        ).toEqual(entries);
        expect(new Set(rows.map(({ line }) => line)).size).toBe(entries.length);
        expect(claims).toHaveLength(1);
        const [claim] = claims;
        expect(centsOf(claim?.closing?.amount ?? '')).toBe(closing === 0 ? 0 : closing);
        if (format !== 'ofx') expect(centsOf(claim?.opening?.amount ?? '')).toBe(opening === 0 ? 0 : opening);
      },
    ),
    { numRuns: 60 },
  );
});

test.each(Object.keys(writers))(
  'A file of %s that is cut off anywhere is refused, or has lost nothing',
  async (format) => {
    const entries = [1, 2, 3].map((day) => ({ day, cents: day * 100, id: `ENTRY${day}A` }));
    const whole = (writers[format]?.(entries, 0, 600) ?? '').trimEnd();
    let refused = 0;
    for (let end = 60; end < whole.length; end += 7) {
      const result = await read(whole.slice(0, end)).catch((error: unknown) => {
        expect(error).toMatchObject({ code: expect.stringMatching(/^FILE_/) });
        refused += 1;
        return undefined;
      });
      // what is cut off after the last balance is the end of a message
      if (result !== undefined) expect(result.rows).toHaveLength(3);
    }
    expect(refused).toBeGreaterThan(10);
  },
);
