import { describe, expect } from 'vitest';
import { DESCRIBED_BANK_CODES, ENUMERATED_BANK_CODES } from '../../src/payout/bank-codes.ts';
import { words } from '../harness.ts';
import { instruction, it, recipientBody, startPayout } from '../payout-harness.ts';
import {
  accountRecord,
  bankAccountRecord,
  groupRecord,
  instructionRecord,
  sendLimitRecord,
} from '../payout-records.ts';

const ENUMERATED = words(`
  PHBMMYKL AIBBMYKL BPMBMYKL MFBBMYKL ALSRMYK1 RJHIMYKL ARBKMYKL AISLMYKL BIMBMYKL BKRMMYKL BMMBMYKL BSNAMYK1 CIBBMYKL
  CTBBMYKL HLBBMYKL HLIBMYKL HBMBMYKL HMABMYKL KFHOMYKL MBBEMYKL MBISMYKL OCBCMYKL OABBMYKL PBBEMYKL PIBEMYK1 RHBBMYKL
  RHBAMYKL SCBLMYKX UOVBMYKL AFBQMYKL CHASMYKX
`);
const DESCRIBED = words(`
  ACDBMYK2 BOFAMY2X BKCHMYKL BOTKMYKX BNPAMYKL PCBCMYKL DEUTMYKL FNXSMYNB GXSPMYKL ICBKMYKL MHCBMYKA SMBCMYKL TNGDMYNB
`);
const LONGEST = 'é'.repeat(65_535);

describe('payout-service.md › Resources and their fields', () => {
  it('every record in every list has each field of its table with its type, and no other', async () => {
    const choices = { mode: 'staging', newerRequestExpiresOlder: false } as const;
    const { fund, ask, recipient, pay, list } = await startPayout({ choices });
    await fund(100);
    await ask(1);
    const id = await recipient();
    await recipient('BEN-2', '9990001');
    await recipient('BEN-3', '9980001');
    await pay(id, '3.00', { reference: 'a' });
    await pay(id, '4.05', { reference: 'b', description: 'reject' });
    const counts = [
      await list('/send/accounts', accountRecord),
      await list('/send/send_limits', sendLimitRecord),
      await list('/send/bank_accounts', bankAccountRecord),
      await list('/send/send_instructions', instructionRecord),
    ].map(({ results }) => results.length);
    // two allocations, two verifications that were decided, two payouts
    expect(counts).toEqual([1, 6, 3, 2]);
  });
});

describe('payout-service.md › Resources and their fields › Account', () => {
  it('money as JSON numbers in major units', async () => {
    const { fund, account, get } = await startPayout();
    await fund(123.45);
    expect(await account()).toMatchObject({
      settlement_convert_approvals_count: 2,
      send_fee: 1,
      account_verification_fee: 1,
      convertible_balance_from_statement: 4876.55,
      current_balance: 123.45,
    });
    expect((await get('/send/accounts')).text).toContain('"current_balance":123.45');
  });

  it.for([[['a@merchant.example']], [['a@m.example', 'b@m.example', 'c@m.example']]])(
    'settlement_convert_approvals_count: as many as there are approvers, and as many are needed: %j',
    async ([approvers = []]) => {
      const { account, ask, limit, mails, open } = await startPayout({ approvers });
      expect((await account()).settlement_convert_approvals_count).toBe(approvers.length);
      const { id, approvals_required } = await ask(10);
      expect([approvals_required, mails(id).length]).toEqual([approvers.length, approvers.length]);
      for (const { approveUrl } of mails(id)) {
        expect((await limit(id)).status).toBe('pending');
        await open(approveUrl);
      }
      expect((await limit(id)).status).toBe('approved');
    },
  );
});

describe('payout-service.md › Resources and their fields › Send limit', () => {
  it('a fresh increase is `in`, `pending`, no fee, nothing received yet', async ({ payout: { ask } }) => {
    expect(await ask(250.1)).toMatchObject({
      transaction_type: 'in',
      amount: 250.1,
      fee: 0,
      net_amount: 250.1,
      from_settlement: '2026-10-14',
      status: 'pending',
      approvals_required: 2,
      approvals_received: 0,
    });
  });

  it('net_amount may be negative: a send of 0.01 with a fee of 1.00, and a verification of amount 0', async () => {
    const { fund, recipient, pay, limits } = await startPayout();
    await fund(100);
    const bank_account_id = await recipient();
    const { id } = await pay(bank_account_id, '0.01');
    const row = { transaction_type: 'out', bank_account_id, status: 'success', fee: 1 };
    expect((await limits()).results.slice(0, 2)).toMatchObject([
      { ...row, amount: -0.01, net_amount: -1.01, send_instruction_id: id },
      { ...row, amount: 0, net_amount: -1, send_instruction_id: null },
    ]);
  });
});

describe('payout-service.md › Resources and their fields › Bank account', () => {
  it('a new one is pending, not deleted, without a reason; its name in upper case', async ({ payout: { post } }) => {
    const body = recipientBody({ account_number: '10', reference: 'NEW' });
    const { status, body: made } = await post('/send/bank_accounts', body);
    expect(status).toBe(200);
    expect(bankAccountRecord.parse(made)).toMatchObject({
      ...body,
      name: 'AISYAH TAN',
      status: 'pending',
      group_id: null,
      rejection_reason: null,
      deleted_at: null,
    });
  });

  it('bank_code: those of the enumeration and of the description', () => {
    expect(ENUMERATED_BANK_CODES).toEqual(ENUMERATED);
    expect(DESCRIBED_BANK_CODES).toEqual(DESCRIBED);
  });

  it.for([...ENUMERATED, ...DESCRIBED])('bank_code: %s is accepted', async (bank_code, { payout: { post } }) => {
    const body = recipientBody({ bank_code, reference: bank_code });
    expect((await post('/send/bank_accounts', body)).status).toBe(200);
  });

  it.for<[what: string, more: object]>([
    ['name of 65535 characters', { name: LONGEST, account_number: '31', reference: 'long name' }],
    ['reference of 65535 characters', { reference: LONGEST, account_number: '32' }],
  ])('%s is accepted', async ([, more], { payout: { post } }) => {
    expect((await post('/send/bank_accounts', recipientBody(more))).status).toBe(200);
  });

  it.for<[what: string, more: object]>([
    ...['MBBEMYKX', 'mbbemykl', '', 7].map((bank_code): [string, object] => [`bank_code ${bank_code}`, { bank_code }]),
    ['an empty name', { name: '' }],
    ['an empty reference', { reference: '' }],
    ['a name of 65536 characters', { name: `${LONGEST}a` }],
    ['a reference of 65536 characters', { reference: `${LONGEST}a` }],
    ['no account_number', { account_number: undefined }],
    ['no bank_code', { bank_code: undefined }],
    ['no name', { name: undefined }],
    ['no reference', { reference: undefined }],
  ])('%s gives 400', async ([, more], { payout: { post } }) => {
    const body = recipientBody({ account_number: '55', reference: 'x', ...more });
    expect((await post('/send/bank_accounts', body)).status).toBe(400);
  });

  it('reference: unique; a known account number and bank code answer the record there is', async ({
    payout: { post },
  }) => {
    const register = (more: object) => post('/send/bank_accounts', recipientBody({ reference: 'ONCE', ...more }));
    const first = await register({ account_number: '61' });
    const second = await register({ account_number: '62' });
    const error = { message: 'Reference already exists', code: 422, data: {} };
    expect([second.status, second.body]).toEqual([422, error]);
    const again = await register({ account_number: '61', reference: 'TWICE' });
    expect(again.body).toEqual(first.body);
  });

  it('deleted_at: a deleted recipient leaves the list and says when; nothing can be sent to it any more', async () => {
    const { fund, recipient, call, list, post } = await startPayout();
    await fund(50);
    const id = await recipient();
    const deleted = await call('DELETE', `/send/bank_accounts/${id}`);
    expect(bankAccountRecord.parse(deleted.body).deleted_at).toBe('2026-10-14T02:00:11.000Z');
    expect((await list('/send/bank_accounts', bankAccountRecord)).results).toEqual([]);
    expect((await post('/send/send_instructions', instruction(id, '1.00'))).status).toBe(404);
    expect((await call('DELETE', `/send/bank_accounts/${id}`)).status).toBe(404);
  });
});

describe('payout-service.md › Resources and their fields › Send instruction', () => {
  it('amount a decimal string of two places, state received; the recipient as it was', async () => {
    const { fund, recipient, pay } = await startPayout();
    await fund(100);
    const id = await recipient();
    const body = instruction(id, '25.50', { send_recipient_receipt: true });
    const details = { name: 'AISYAH TAN', bank_code: 'MBBEMYKL', account_number: '114455667788' };
    const given = { ...body, bank_account_details: details, state: 'received', rejection_reason: null };
    expect(await pay(id, '25.50', body)).toMatchObject(given);
  });

  it('amount: two decimals as text; reference: at most 40 characters; required; else 400', async () => {
    const { fund, recipient, post } = await startPayout();
    await fund(100);
    const id = await recipient();
    const mistakes = [
      ...['1', '1.5', '1.505', '-1.00', '1,000.00', '', 'RM 1.00', 1.5].map((amount) => ({ amount })),
      ...words('bank_account_id amount email description reference').map((name) => ({ [name]: undefined })),
      { reference: 'r'.repeat(41) },
    ];
    for (const mistake of mistakes) {
      const { status } = await post('/send/send_instructions', instruction(id, '1.00', mistake));
      expect(status, JSON.stringify(mistake)).toBe(400);
    }
    expect((await post('/send/send_instructions', instruction(id + 1, '1.00'))).status).toBe(404);
  });

  it('reference: of 40 characters, and used once', async () => {
    const { fund, recipient, pay, post } = await startPayout();
    await fund(100);
    const id = await recipient();
    const reference = 'r'.repeat(40);
    expect((await pay(id, '1.00', { reference })).reference).toBe(reference);
    const again = await post('/send/send_instructions', instruction(id, '1.00', { reference }));
    const error = { message: 'Reference already exists', code: 422, data: {} };
    expect([again.status, again.body]).toEqual([422, error]);
  });
});

describe('payout-service.md › Resources and their fields › Group', () => {
  it('group: created, listed, renamed and deleted; a recipient refers to it by group_id', async () => {
    const { post, call, get, list, bankAccount } = await startPayout();
    const group = groupRecord.parse((await post('/send/groups', { name: 'Vendors' })).body);
    const member = (await post('/send/bank_accounts', recipientBody({ group_id: group.id }))).body;
    expect(member.group_id).toBe(group.id);
    const path = `/send/groups/${group.id}`;
    const renamed = groupRecord.parse((await call('PATCH', path, { name: 'Staff' })).body);
    expect(renamed.name).toBe('Staff');
    expect((await list('/send/groups', groupRecord)).results).toEqual([renamed]);
    expect((await get(path)).body).toEqual(renamed);
    expect((await call('DELETE', path)).status).toBe(200);
    expect((await get(path)).status).toBe(404);
    expect((await bankAccount(member.id)).group_id).toBeNull();
  });
});

describe('payout-service.md › Resources and their fields › Pagination envelope', () => {
  /** A service with so many pending send limits, ids apart by one. */
  async function withLimits(count: number) {
    const payout = await startPayout({ choices: { newerRequestExpiresOlder: false } });
    for (let n = 0; n < count; n += 1) await payout.ask(1 + n);
    return payout;
  }
  type Page = [
    query: string,
    amounts: number[],
    current: number,
    prev: number | null,
    next: number | null,
    total: number,
  ];
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

  it('25 records a page by default, or a limit; newest id first, prev and next as numbers or null', async () => {
    const { limits } = await withLimits(53);
    const pages: Page[] = [
      ['', down(53, 29), 1, null, 2, 3],
      ['?page=2', down(28, 4), 2, 1, 3, 3],
      ['?page=3', [3, 2, 1], 3, 2, null, 3],
      ['?limit=10&page=6', [3, 2, 1], 6, 5, null, 6],
      ['?page=9', [], 9, 8, null, 3],
    ];
    for (const [query, amounts, current_page, prev_page, next_page, total_pages] of pages) {
      const { results, meta } = await limits(query);
      expect(
        results.map((row) => row.amount),
        query,
      ).toEqual(amounts);
      expect(meta.pagination, query).toEqual({ current_page, prev_page, next_page, total_pages, total_count: 53 });
    }
  });

  it('an empty list has no results and no next page', async () => {
    const pagination = { current_page: 1, prev_page: null, next_page: null, total_pages: 0, total_count: 0 };
    expect(await (await withLimits(0)).limits()).toEqual({ results: [], meta: { pagination } });
  });

  it.for(['page=0', 'page=-1', 'page=x', 'limit=0', 'limit=1.5'])(
    '%s is not a positive whole number: 400',
    async (query, { payout: { get } }) => {
      expect((await get(`/send/send_limits?${query}`)).status).toBe(400);
    },
  );

  it('status and reference narrow a list', async () => {
    const { recipient, limits, list } = await withLimits(2);
    await recipient('BEN-7');
    expect((await limits('?status=pending')).meta.pagination.total_count).toBe(2);
    expect((await limits('?status=expired')).meta.pagination.total_count).toBe(0);
    const found = (reference: string) => list(`/send/bank_accounts?reference=${reference}`, bankAccountRecord);
    expect((await found('BEN-7')).results).toHaveLength(1);
    expect((await found('BEN-8')).results).toEqual([]);
  });
});
