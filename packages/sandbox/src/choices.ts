import { DEFAULT_PURCHASE_CHOICES, type PurchaseChoices } from './gateway/purchase/choices.ts';
import { DEFAULT_GATEWAY_CHOICES, type GatewayChoices } from './gateway/world.ts';
import { DEFAULT_CHOICES, type PayoutChoices } from './payout/choices.ts';
import { SandboxError } from './sandbox-error.ts';

export type Chosen = {
  gateway: Partial<GatewayChoices>;
  purchases: Partial<PurchaseChoices>;
  payout: Partial<PayoutChoices>;
};

type Value = string | number | boolean;
type AllChoices = GatewayChoices & PurchaseChoices & PayoutChoices;
/** Choices whose value is one of several words. */
type WordChoice = { [Name in keyof AllChoices]: AllChoices[Name] extends string ? Name : never }[keyof AllChoices];

/** The accepted words of each choice; null if the choice accepts any word. */
const WORDS: { [Name in WordChoice]: readonly AllChoices[Name][] | null } = {
  statementLayout: ['standard', 'plain'],
  timeBounds: ['lower_in', 'upper_in'],
  problemShape: ['object', 'array'],
  markedAsPaid: ['in_the_book', 'outside'],
  defaultCurrency: null,
  defaultTimezone: null,
  mode: ['production', 'staging'],
  deadline: ['noon_on_the_day_after', 'next_noon'],
  rejectedInstruction: ['released', 'kept_debited'],
  resendData: ['object', 'array'],
  bankAccountList: ['envelope', 'array'],
  serverTime: ['sandbox_clock', 'machine_clock'],
};

const SETS = {
  gateway: DEFAULT_GATEWAY_CHOICES,
  purchases: DEFAULT_PURCHASE_CHOICES,
  payout: DEFAULT_CHOICES,
} as const;
const words = new Map<string, readonly string[] | null>(Object.entries(WORDS));

/** The choices that `--choose` accepts: numbers, words and booleans. A choice with the default null has its own option. */
export const choiceNames: readonly string[] = [
  ...new Set(
    Object.values(SETS).flatMap((defaults) =>
      Object.entries(defaults).flatMap(([name, value]) => (value === null ? [] : [name])),
    ),
  ),
];

/** Sets `name=value` in the choices of every service that has this name. Returns an error text if the name or value is invalid. */
export function choose(text: string, chosen: Chosen): string | Chosen {
  const [, name = '', written = ''] = /^(\w+)=(\S+)$/.exec(text) ?? [];
  if (!choiceNames.includes(name)) return `Give it as name=value, the name one of ${choiceNames.join(', ')}.`;
  const next = structuredClone(chosen);
  for (const [set, defaults] of Object.entries(SETS)) {
    const standard: unknown = Object.entries(defaults).find(([known]) => known === name)?.[1];
    if (standard === undefined) continue;
    const value = readAs(written, standard, words.get(name) ?? null);
    if (value === undefined) return `${name} is ${accepted(standard, words.get(name) ?? null)}.`;
    Object.assign(set === 'gateway' ? next.gateway : set === 'purchases' ? next.purchases : next.payout, {
      [name]: value,
    });
  }
  return next;
}

/** Reads a list of `name=value`. Throws CHOICE_UNKNOWN if an entry is invalid. */
export function chooseAll(texts: readonly string[]): Chosen {
  let chosen: Chosen = { gateway: {}, purchases: {}, payout: {} };
  for (const text of texts) {
    const next = choose(text, chosen);
    if (typeof next === 'string')
      throw new SandboxError({ code: 'CHOICE_UNKNOWN', message: `--choose ${text} is invalid.`, remedy: next });
    chosen = next;
  }
  return chosen;
}

function readAs(written: string, standard: unknown, known: readonly string[] | null): Value | undefined {
  if (typeof standard === 'boolean') return written === 'true' ? true : written === 'false' ? false : undefined;
  if (typeof standard === 'number') return /^\d{1,12}$/.test(written) ? Number(written) : undefined;
  return known === null || known.includes(written) ? written : undefined;
}

function accepted(standard: unknown, known: readonly string[] | null): string {
  if (typeof standard === 'boolean') return 'true or false';
  return typeof standard === 'number' ? 'a whole number' : `one of ${(known ?? []).join(', ')}`;
}
