import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import type { Random } from '../fuzz/random.ts';
import type { Value } from './document.ts';
import type { FieldKind } from './fields.ts';

/** What a field can be changed to: undefined where the change does not apply to the value. */
export type ValueChange = (value: Value, given: { random: Random; others: readonly Value[] }) => Value | undefined;

export const textOfValue = (value: Value): string | undefined =>
  typeof value === 'string' ? value : isLosslessNumber(value) ? value.value : undefined;

/** The same kind of value with another text. */
const like = (value: Value, text: string): Value => (isLosslessNumber(value) ? new LosslessNumber(text) : text);

/** Changes a value that is written as digits, by its number in the least of its digits. */
function ofDigits(change: (units: bigint) => bigint): ValueChange {
  return (value) => {
    const text = textOfValue(value);
    const [, minus, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '') ?? [];
    if (whole === undefined) return undefined;
    const units = BigInt(`${minus}${whole}${fraction}`);
    const changed = change(units);
    if (changed === units) return undefined;
    const digits = String(changed < 0n ? -changed : changed).padStart(fraction.length + 1, '0');
    const split = digits.length - fraction.length;
    return like(
      value,
      `${changed < 0n ? '-' : ''}${digits.slice(0, split)}${fraction === '' ? '' : `.${digits.slice(split)}`}`,
    );
  };
}

const dayMs = 86_400_000;

/** Moves a date, a time or Unix seconds by whole days, or by an hour of the same day. */
function moved(days: number, hours = 0): ValueChange {
  return (value) => {
    const text = textOfValue(value);
    if (text === undefined) return undefined;
    if (/^\d{10}$/.test(text)) return like(value, String(Number.parseInt(text, 10) + days * 86_400 + hours * 3600));
    const [, date, rest = ''] = /^(\d{4}-\d\d-\d\d)(.*)$/s.exec(text) ?? [];
    if (date === undefined) return undefined;
    if (hours === 0) return `${new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)}${rest}`;
    const hour = /^([T ])(\d\d)(:.*)$/s.exec(rest);
    if (hour === null) return undefined;
    const [, mark, at = '', after] = hour;
    const now = Number.parseInt(at, 10);
    return `${date}${mark}${String(now < 12 ? now + hours : now - hours).padStart(2, '0')}${after}`;
  };
}

/** The value that another record has in this field. */
const ofAnother: ValueChange = (value, { random, others }) => {
  const text = JSON.stringify(value);
  const different = others.filter((other) => JSON.stringify(other) !== text && other !== '' && other !== null);
  return different.length === 0 ? undefined : random.pick(different);
};

const empty: ValueChange = (value) => (value === '' ? undefined : typeof value === 'string' ? '' : undefined);

const oneSign: ValueChange = (value, { random }) => {
  const text = textOfValue(value);
  if (text === undefined || !/[A-Za-z0-9]/.test(text)) return undefined;
  const places = [...text].flatMap((sign, place) => (/[A-Za-z0-9]/.test(sign) ? [place] : []));
  const place = random.pick(places);
  const sign = text[place] ?? '';
  const other = /\d/.test(sign) ? String((Number.parseInt(sign, 10) + 1) % 10) : sign === 'a' ? 'b' : 'a';
  if (isLosslessNumber(value) && place === 0 && other === '0') return undefined;
  return like(value, `${text.slice(0, place)}${other}${text.slice(place + 1)}`);
};

const word =
  (written: string): ValueChange =>
  (value) =>
    value === written || typeof value !== 'string' ? undefined : written;

const turned: ValueChange = (value) => (typeof value === 'boolean' ? !value : undefined);
const filled: ValueChange = (value) => (value === null || value === '' ? 'unexpected' : undefined);
const longer: ValueChange = (value) => (typeof value === 'string' && value !== '' ? `${value} changed` : undefined);

const ofAll: Record<string, ValueChange> = { emptied: empty, of_another: ofAnother };

/** The changes of a value by what its field says. */
export const valueChanges: Readonly<Record<FieldKind, Readonly<Record<string, ValueChange>>>> = {
  money: {
    unit_more: ofDigits((units) => units + 1n),
    unit_less: ofDigits((units) => units - 1n),
    negated: ofDigits((units) => -units),
    ten_times: ofDigits((units) => units * 10n),
    zero: ofDigits(() => 0n),
    ...ofAll,
  },
  date: {
    day_later: moved(1),
    day_earlier: moved(-1),
    month_earlier: moved(-31),
    far_later: moved(400),
    hour_away: moved(0, 1),
    ...ofAll,
  },
  key: { sign_changed: oneSign, filled, ...ofAll },
  status: {
    unknown: word('perhaps'),
    turned,
    unit_more: ofDigits((units) => units + 1n),
    sign_changed: oneSign,
    paid: word('paid'),
    failed: word('failed'),
    pending: word('pending'),
    refunded: word('refunded'),
    cancelled: word('cancelled'),
    ...ofAll,
  },
  currency: {
    other: word('EUR'),
    unknown: word('QQQ'),
    lower_case: (value) => (typeof value === 'string' ? value.toLowerCase() : undefined),
    ...ofAll,
  },
  method: { unknown: word('barter'), sign_changed: oneSign, visa: word('visa'), ...ofAll },
  presence: {},
  time: {},
  other: { longer, filled, turned, unit_more: ofDigits((units) => units + 1n), ...ofAll },
};

/** Changes of a value that is in JSON, whatever it says. */
export const jsonChanges: Readonly<Record<string, ValueChange>> = {
  null: (value) => (value === null ? undefined : null),
  as_object: () => ({ unexpected: true }),
  as_text: (value) => (isLosslessNumber(value) ? 'n/a' : undefined),
};
