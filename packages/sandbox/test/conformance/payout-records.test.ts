import { describe, expect } from 'vitest';
import { DESCRIBED_BANK_CODES, ENUMERATED_BANK_CODES } from '../../src/payout/bank-codes.ts';
import { words } from '../harness.ts';
import { instruction, it, recipientBody, refusal, startFunded, startPayout } from '../payout-harness.ts';
import { bankAccountRecord, groupRecord } from '../payout-records.ts';

const ENUMERATED = words(`
  PHBMMYKL AIBBMYKL BPMBMYKL MFBBMYKL ALSRMYK1 RJHIMYKL ARBKMYKL AISLMYKL BIMBMYKL BKRMMYKL BMMBMYKL BSNAMYK1 CIBBMYKL
  CTBBMYKL HLBBMYKL HLIBMYKL HBMBMYKL HMABMYKL KFHOMYKL MBBEMYKL MBISMYKL OCBCMYKL OABBMYKL PBBEMYKL PIBEMYK1 RHBBMYKL
  RHBAMYKL SCBLMYKX UOVBMYKL AFBQMYKL CHASMYKX
`);
const DESCRIBED = words(`
  ACDBMYK2 BOFAMY2X BKCHMYKL BOTKMYKX BNPAMYKL PCBCMYKL DEUTMYKL FNXSMYNB GXSPMYKL ICBKMYKL MHCBMYKA SMBCMYKL TNGDMYNB
`);
const LONGEST = 'é'.repeat(65_535);

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
    const made = await ask(250.1);
    expect(made).toMatchObject({ transaction_type: 'in', status: 'pending', from_settlement: '2026-10-14' });
    expect(made).toMatchObject({ amount: 250.1, fee: 0, net_amount: 250.1 });
    expect(made).toMatchObject({ approvals_required: 2, approvals_received: 0 });
  });

  it('net_amount may be negative: a send of 0.01 with a fee of 1.00, and a verification of amount 0', async () => {
    const { recipientId: bank_account_id, pay, limits } = await startFunded(100);
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
    expect(bankAccountRecord.parse(made)).toMatchObject({ ...body, name: 'AISYAH TAN', status: 'pending' });
    expect(made).toMatchObject({ group_id: null, rejection_reason: null, deleted_at: null });
  });

  it('bank_code: those of the enumeration and of the description', () => {
    expect(ENUMERATED_BANK_CODES).toEqual(ENUMERATED);
    expect(DESCRIBED_BANK_CODES).toEqual(DESCRIBED);
  });

  it.for([...ENUMERATED, ...DESCRIBED])('bank_code: %s is accepted', async (bank_code, { payout: { post } }) => {
    const body = recipientBody({ bank_code, reference: bank_code });
    expect((await post('/send/bank_accounts', body)).status).toBe(200);
  });

  it.for<[what: string, status: number, more: object]>([
    ['a name of 65535 characters', 200, { name: LONGEST, account_number: '31', reference: 'long name' }],
    ['a reference of 65535 characters', 200, { reference: LONGEST, account_number: '32' }],
    ['a name of 65536 characters', 400, { name: `${LONGEST}a` }],
    ['a reference of 65536 characters', 400, { reference: `${LONGEST}a` }],
    ['an empty name', 400, { name: '' }],
    ['an empty reference', 400, { reference: '' }],
    ['no account_number', 400, { account_number: undefined }],
    ['no bank_code', 400, { bank_code: undefined }],
    ['no name', 400, { name: undefined }],
    ['no reference', 400, { reference: undefined }],
    ['an unknown bank_code', 400, { bank_code: 'MBBEMYKX' }],
    ['a bank_code in small letters', 400, { bank_code: 'mbbemykl' }],
    ['an empty bank_code', 400, { bank_code: '' }],
    ['a number as bank_code', 400, { bank_code: 7 }],
  ])('%s gives %i', async ([, status, more], { payout: { post } }) => {
    const body = recipientBody({ account_number: '55', reference: 'x', ...more });
    expect((await post('/send/bank_accounts', body)).status).toBe(status);
  });

  it('reference: unique; a known account number and bank code answer the record there is', async ({ payout }) => {
    const register = (more: object) =>
      payout.post('/send/bank_accounts', recipientBody({ reference: 'ONCE', ...more }));
    const first = await register({ account_number: '61' });
    const second = await register({ account_number: '62' });
    expect(second).toMatchObject(refusal(422, 'Reference already exists'));
    const again = await register({ account_number: '61', reference: 'TWICE' });
    expect(again.body).toEqual(first.body);
  });

  it('deleted_at: a deleted recipient leaves the list and says when; nothing can be sent to it any more', async () => {
    const { recipientId: id, call, list, post } = await startFunded(50);
    const deleted = await call('DELETE', `/send/bank_accounts/${id}`);
    expect(bankAccountRecord.parse(deleted.body).deleted_at).toBe('2026-10-14T02:00:11.000Z');
    expect((await list('/send/bank_accounts', bankAccountRecord)).results).toEqual([]);
    expect((await post('/send/send_instructions', instruction(id, '1.00'))).status).toBe(404);
    expect((await call('DELETE', `/send/bank_accounts/${id}`)).status).toBe(404);
  });
});

describe('payout-service.md › Resources and their fields › Send instruction', () => {
  it('amount a decimal string of two places, state received; the recipient as it was', async () => {
    const { recipientId: id, pay } = await startFunded(100);
    const body = instruction(id, '25.50', { send_recipient_receipt: true });
    const details = { name: 'AISYAH TAN', bank_code: 'MBBEMYKL', account_number: '114455667788' };
    const given = { ...body, bank_account_details: details, state: 'received', rejection_reason: null };
    expect(await pay(id, '25.50', body)).toMatchObject(given);
  });

  it('amount: two decimals as text; reference: at most 40 characters; required; else 400', async () => {
    const { recipientId: id, post } = await startFunded(100);
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
    const { recipientId: id, pay, post } = await startFunded(100);
    const reference = 'r'.repeat(40);
    expect((await pay(id, '1.00', { reference })).reference).toBe(reference);
    const again = await post('/send/send_instructions', instruction(id, '1.00', { reference }));
    expect(again).toMatchObject(refusal(422, 'Reference already exists'));
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
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

  it('25 records a page by default, or a limit; newest id first, prev and next as numbers or null', async () => {
    const { limits } = await withLimits(53);
    const pages = [
      ['', down(53, 29), 1, null, 2, 3],
      ['?page=2', down(28, 4), 2, 1, 3, 3],
      ['?page=3', [3, 2, 1], 3, 2, null, 3],
      ['?limit=10&page=6', [3, 2, 1], 6, 5, null, 6],
      ['?page=9', [], 9, 8, null, 3],
    ] as const;
    for (const [query, amounts, current_page, prev_page, next_page, total_pages] of pages) {
      const { results, meta } = await limits(query);
      const pagination = { current_page, prev_page, next_page, total_pages, total_count: 53 };
      const found = { amounts: results.map(({ amount }) => amount), pagination: meta.pagination };
      expect(found, query).toEqual({ amounts, pagination });
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
