import { isLosslessNumber } from 'lossless-json';
import { Temporal } from 'temporal-polyfill';
import { dayStart } from '../../src/domain/period.ts';
import { contentOf, isObject, type RecordOf, type Value } from './document.ts';
import {
  canonical,
  changedRecords,
  contentsOf,
  dayOf,
  type Given,
  instantOf,
  paymentsFound,
  recordsOf,
  textIn,
} from './facts.ts';

type Condition = {
  /** What is true of the change when the condition holds, as `npm run mutants -- --only ID` prints it. */
  means: string;
  holds(given: Given): boolean;
};

const zoneOf = ({ world }: Given) => world.company.zone;
const every = <T>(list: readonly T[], holds: (one: T) => boolean) => list.length > 0 && list.every(holds);

const instants = (given: Given) => {
  const { was, becomes } = given.change;
  return { was: instantOf(was, zoneOf(given)), becomes: instantOf(becomes, zoneOf(given)) };
};

function isSameRecords(given: Given): boolean {
  const { before, after } = contentsOf(given) ?? {};
  if (before === undefined || after === undefined) return false;
  const [was, is] = [before, after].map(({ records }) => [...new Set(records.map(canonical))].sort().join('\n'));
  return was === is;
}

/** The days that are added to a span are before the first or after the last day that is judged. */
function isOutsidePeriod(given: Given): boolean {
  const [was, becomes] = [given.change.was, given.change.becomes].map((value) => dayOf(value, zoneOf(given)));
  if (was === undefined || becomes === undefined) return false;
  const { from, to } = given.world.period;
  const isEarlier = Temporal.PlainDate.compare(becomes, was) < 0;
  return isEarlier
    ? Temporal.PlainDate.compare(was, from) <= 0
    : Temporal.PlainDate.compare(was, to.subtract({ days: 1 })) >= 0;
}

const hasNoReadingBetween = (given: Given): boolean => {
  const { was, becomes } = instants(given);
  if (was === undefined || becomes === undefined) return false;
  return given.world.files
    .filter(({ kind }) => kind === 'accounts')
    .map(({ received_at }) => Temporal.Instant.from(received_at))
    .every((read) => Temporal.Instant.compare(read, was) > 0 === Temporal.Instant.compare(read, becomes) > 0);
};

function isWithinDayOfRecipient(given: Given): boolean {
  const { becomes } = instants(given);
  const { record } = given.change;
  if (becomes === undefined || record === undefined) return false;
  const id = textIn(record, 'bank_account_id');
  return every(
    recordsOf(given.world, 'bank_accounts').filter((recipient) => textIn(recipient, 'id') === id),
    ({ updated_at }) => {
      const at = instantOf(updated_at, zoneOf(given));
      return at !== undefined && Temporal.Instant.compare(becomes, at.add({ hours: 24 })) <= 0;
    },
  );
}

/** The copy of the recipient in a payout that a change leaves out. */
function isSameAsRecipient(given: Given): boolean {
  return every(changedRecords(given), ([was, is]) => {
    const [copy, left] = [was.bank_account_details, is.bank_account_details];
    const recipient = recordsOf(given.world, 'bank_accounts').find(
      ({ id }) => String(id) === textIn(was, 'bank_account_id'),
    );
    if (!isObject(copy) || recipient === undefined) return false;
    const kept = isObject(left) ? left : {};
    const changed = Object.keys(copy).filter((name) => textIn(copy, name) !== textIn(kept, name));
    return every(changed, (name) => textIn(kept, name) === '' && textIn(copy, name) === textIn(recipient, name));
  });
}

const isSameAsInstruction = (given: Given): boolean =>
  every(changedRecords(given), ([was]) =>
    recordsOf(given.world, 'send_instructions').some(
      (payout) =>
        textIn(payout, 'id') === textIn(was, 'send_instruction_id') &&
        textIn(payout, 'bank_account_id') === textIn(was, 'bank_account_id'),
    ),
  );

const isOnlyChargeOfAmount = (given: Given): boolean =>
  every(
    changedRecords(given),
    ([was]) =>
      recordsOf(given.world, 'send_limits').filter((other) => textIn(other, 'amount') === textIn(was, 'amount'))
        .length === 1,
  );

const isUnpaid = ({ Status }: RecordOf) => Status === 'open' || Status === 'cancelled';

const isOnePayment = (ids: string | undefined) => ids !== undefined && ids !== '' && !ids.includes(',');

/** A refund is of the same payment before and after; nothing but a refund relates to a payment. */
const isSameRefundedPayment = (given: Given): boolean =>
  every(changedRecords(given), ([was, is]) => {
    if (was.Type !== 'refund' && was.Type !== 'chargeback') return true;
    const [before, after] = [was, is].map((line) =>
      paymentsFound(given.world, textIn(line, 'Related To'), textIn(line, 'Reference Nr.')),
    );
    const isGone = textIn(is, 'Related To') === '';
    return isGone && before === after && isOnePayment(before);
  });

const isSamePayment = (given: Given): boolean =>
  every(changedRecords(given), ([was, is]) => {
    const [before, after] = [was, is].map((order) =>
      paymentsFound(given.world, textIn(order, 'Purchase ID'), textIn(order, 'Reference')),
    );
    return before === after && (before === '' || isOnePayment(before));
  });

const hasPayment = (given: Given): boolean =>
  every(changedRecords(given), ([, is]) => {
    const found = paymentsFound(given.world, textIn(is, 'Purchase ID'), textIn(is, 'Reference'));
    return isOnePayment(found) || isUnpaid(is);
  });

/** The payment of another order that is paid: it is matched with that order, whatever an order that is not paid says. */
const isOfPaidOrder = ({ world }: Given, payment: string, except: string): boolean =>
  recordsOf(world, 'orders').some(
    (order) =>
      !isUnpaid(order) &&
      textIn(order, 'Order') !== except &&
      paymentsFound(world, textIn(order, 'Purchase ID'), textIn(order, 'Reference')) === payment,
  );

const isReferenceWithoutPayment = (given: Given): boolean =>
  every(changedRecords(given), ([, is]) => {
    const named = paymentsFound(given.world, '', textIn(is, 'Reference'));
    if (isUnpaid(is)) return named === '' || isOfPaidOrder(given, named, textIn(is, 'Order'));
    return named === '' && paymentsFound(given.world, textIn(is, 'Purchase ID'), '') !== '';
  });

const isSamePaymentOfPaidOrder = (given: Given): boolean =>
  every(changedRecords(given), ([was, is]) => {
    if (isUnpaid(is)) {
      const named = paymentsFound(given.world, textIn(is, 'Purchase ID'), '');
      return named === '' || isOfPaidOrder(given, named, textIn(is, 'Order'));
    }
    const [before, after] = [was, is].map((order) =>
      paymentsFound(given.world, textIn(order, 'Purchase ID'), textIn(order, 'Reference')),
    );
    return before === after && isOnePayment(before);
  });

/** A number as a text without the zeros that say nothing; undefined for what is no number. */
function plainNumber(value: Value | undefined): string | undefined {
  const text = isLosslessNumber(value) ? value.value : value;
  const [, whole, decimals = ''] = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(typeof text === 'string' ? text : '') ?? [];
  if (whole === undefined) return undefined;
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

const isNamedElsewhere = (given: Given): boolean =>
  every(changedRecords(given), ([was]) => {
    const id = textIn(was, 'ID');
    return (
      recordsOf(given.world, 'orders').some((order) => textIn(order, 'Purchase ID') === id) &&
      recordsOf(given.world, 'callbacks').some(({ body }) => isObject(body) && textIn(body, 'id') === id)
    );
  });

function holdsPeriod({ world, original, change }: Given): boolean {
  const { window_from, window_to } = { ...original.file, ...change.facts };
  if (window_from === null || window_to === null) return false;
  const { from, to } = world.period;
  const { zone } = world.company;
  return (
    Temporal.Instant.compare(window_from, dayStart(from, zone)) <= 0 &&
    Temporal.Instant.compare(window_to, dayStart(to, zone)) >= 0
  );
}

const isStatementReceived = ({ world, original: { file } }: Given): boolean =>
  world.files.some(
    ({ kind, currency, window_from, window_to }) =>
      kind === file.kind.replace(/_(?:intent|request)$/, '') &&
      currency === file.currency &&
      window_from === file.window_from &&
      window_to === file.window_to,
  );

function isReceivedAfterwards({ original, change }: Given): boolean {
  const { received_at, window_to } = { ...original.file, ...change.facts };
  return window_to !== null && Temporal.Instant.compare(received_at, window_to) >= 0;
}

const isWithin36Hours = (given: Given): boolean => {
  const body = given.change.record?.body;
  const at = isObject(body) ? instantOf(body.updated_on, zoneOf(given)) : undefined;
  const { becomes } = instants(given);
  return at !== undefined && becomes !== undefined && Temporal.Instant.compare(becomes, at.add({ hours: 36 })) <= 0;
};

const hasDifferentAmounts = ({ original: { content } }: Given): boolean => {
  const amounts = (content?.records ?? []).map((line) => `${line.Currency} ${line.Amount}`);
  return new Set(amounts).size === amounts.length;
};

const isSameList = (before: readonly string[], after: readonly string[]) =>
  before.length > 0 && before.length === after.length && before.every((line, at) => line === after[at]);

const withoutTimes = (lines: readonly string[]) =>
  lines.map((line) => line.replaceAll(/'(?:left|right)_at': [^,]+/g, '')).sort();

function isSameByAnotherName({ change: { was, becomes }, results: { before, after } }: Given): boolean {
  const [old, given] = [was, becomes].map((value) => (isLosslessNumber(value) ? value.value : value));
  if (typeof old !== 'string' || typeof given !== 'string' || old.length < 3) return false;
  const named = (lines: readonly string[], name: string) =>
    lines.map((line) => (name === '' ? line : line.replaceAll(name, '…'))).sort();
  return isSameList(named(before, old), named(after, given));
}

/** What the harness checks of a change before an entry of harmless.yaml applies to it. */
export const conditions = {
  same_letters: {
    means: 'The value differs in capital and small letters only.',
    holds: ({ change: { was, becomes } }) => String(was).toLowerCase() === String(becomes).toLowerCase(),
  },
  same_number: {
    means: 'The value is the same number, with other decimals.',
    holds: ({ change: { was, becomes } }) =>
      plainNumber(was) !== undefined && plainNumber(was) === plainNumber(becomes),
  },
  becomes_zero: {
    means: 'The new value is zero.',
    holds: ({ change: { becomes } }) => plainNumber(becomes) === '0',
  },
  same_business_day: {
    means: 'The time before and after is on the same business day.',
    holds: (given) => {
      const [was, becomes] = [given.change.was, given.change.becomes].map((value) => dayOf(value, zoneOf(given)));
      return was !== undefined && becomes !== undefined && was.equals(becomes);
    },
  },
  same_results: {
    means: 'Items with their times, bridges, controls, causes, fees, reserve and movements of money are the same.',
    holds: ({ results: { before, after } }) => isSameList(before, after),
  },
  same_results_but_times: {
    means:
      'Items, bridges, controls, causes, fees, reserve and movements of money are the same but for the times shown beside a record.',
    holds: ({ results: { before, after } }) => isSameList(withoutTimes(before), withoutTimes(after)),
  },
  same_results_by_another_name: {
    means:
      'Items, bridges, controls, causes, fees, reserve and movements of money are the same, with the new value where the old one was.',
    holds: isSameByAnotherName,
  },
  has_signed_time: {
    means: 'The signed body has the time of the event.',
    holds: (given) => {
      const { body } = given.change.record ?? {};
      const signed = typeof body === 'string' ? contentOf('json', Buffer.from(body))?.records[0] : body;
      return isObject(signed) && instantOf(signed.updated_on, zoneOf(given)) !== undefined;
    },
  },
  same_records: { means: 'The input has the same records before and after.', holds: isSameRecords },
  outside_period: { means: 'The days that are added are not judged.', holds: isOutsidePeriod },
  no_reading_between: {
    means: 'No balance of the payout account was read between the two times.',
    holds: hasNoReadingBetween,
  },
  within_day_of_recipient: {
    means: 'The charge is no more than a day after the recipient was verified.',
    holds: isWithinDayOfRecipient,
  },
  same_as_recipient: {
    means: 'The list of recipients has the same value for this recipient.',
    holds: isSameAsRecipient,
  },
  same_as_instruction: { means: 'The instruction of the charge names the same recipient.', holds: isSameAsInstruction },
  only_charge_of_amount: {
    means: 'No other record of the payout account has this amount.',
    holds: isOnlyChargeOfAmount,
  },
  same_refunded_payment: {
    means: 'The line is no refund, or its reference leads to the payment that it named.',
    holds: isSameRefundedPayment,
  },
  same_payment: { means: 'The order has the same payment before and after, or none.', holds: isSamePayment },
  has_payment: { means: 'The order names one payment of the statement, or is open or cancelled.', holds: hasPayment },
  reference_without_payment: {
    means:
      'The order names its payment by id, and no payment has its new reference; or it is open or cancelled, and the payment of the reference is that of a paid order.',
    holds: isReferenceWithoutPayment,
  },
  same_payment_of_paid_order: {
    means:
      'An order that is paid has the same payment before and after; one that is open or cancelled names none, or that of a paid order.',
    holds: isSamePaymentOfPaidOrder,
  },
  named_elsewhere: { means: 'An order and a callback have the id of the line.', holds: isNamedElsewhere },
  holds_period: { means: 'The window has all days that are judged.', holds: holdsPeriod },
  no_earlier_statement: {
    means: 'No statement was received before this one.',
    holds: ({ world, original: { file } }) =>
      !world.files.some(({ kind, receipt_id }) => kind === file.kind && receipt_id < file.receipt_id),
  },
  statement_received: {
    means: 'The statement of this window and currency was received.',
    holds: isStatementReceived,
  },
  received_afterwards: { means: 'The window had ended when the answer was received.', holds: isReceivedAfterwards },
  same_window_start: {
    means: 'The window begins at the same instant.',
    holds: ({ original: { file }, change: { facts = {} } }) =>
      facts.window_from === undefined || facts.window_from === file.window_from,
  },
  within_36_hours: {
    means: 'The delivery is no more than 36 hours after the event in the signed body.',
    holds: isWithin36Hours,
  },
  different_amounts: { means: 'No two lines have the same amount.', holds: hasDifferentAmounts },
  currency_of_receipt: {
    means: 'Each line has the currency for which the statement was requested.',
    holds: ({ original: { content, file } }) =>
      every(content?.records ?? [], ({ Currency }) => Currency === file.currency),
  },
} satisfies Record<string, Condition>;

export type ConditionName = keyof typeof conditions;
export const conditionNames = Object.keys(conditions) as [ConditionName, ...ConditionName[]];

export const holdsFor = (name: ConditionName, given: Given): boolean => conditions[name].holds(given);
