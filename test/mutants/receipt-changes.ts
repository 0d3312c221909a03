import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import type { Random } from '../fuzz/random.ts';
import type { FieldKind } from './fields.ts';
import type { Change, Original } from './mutation.ts';

type FileChange = (original: Original, random: Random) => Change | undefined;

const answer =
  (text: string): FileChange =>
  ({ file }) =>
    file.ext === 'json' ? { what: `the answer is ${text}`, bytes: Buffer.from(text) } : undefined;

/** Changes of an input as a whole. */
export const fileChanges: Readonly<Record<string, FileChange>> = {
  absent: () => ({ what: 'the input is not there', isGone: true }),
  empty: () => ({ what: 'the input has no bytes', bytes: Buffer.alloc(0) }),
  cut: ({ bytes }, random) => {
    const at = random.int(1, bytes.length - 1);
    return { what: `cut after byte ${at} of ${bytes.length}`, bytes: bytes.subarray(0, at) };
  },
  error_answer: answer('{"detail":"Internal error"}'),
  empty_object: answer('{}'),
  empty_list: answer('[]'),
  page: ({ file }) => ({
    what: 'the input is a page of HTML',
    bytes: Buffer.from(`<!doctype html><title>502 Bad Gateway</title><p>${file.kind}</p>\n`),
  }),
};

type HeaderChange = (file: LandedFile) => Change | undefined;
type Header = { kind: FieldKind; applies(file: LandedFile): boolean; changes: Readonly<Record<string, HeaderChange>> };

const moved = (instant: string | null, days: number) =>
  instant === null ? null : new Date(Date.parse(instant) + days * 86_400_000).toISOString();

const set =
  (facts: (file: LandedFile) => Partial<LandedFile>): HeaderChange =>
  (file) => {
    const changed = facts(file);
    return { what: `the receipt has ${JSON.stringify(changed)}`, facts: changed };
  };

const hasWindow = ({ window_from }: LandedFile) => window_from !== null;
const hasPage = ({ page }: LandedFile) => page !== null;

/** Changes of what the receipt of an input says: what was asked for, and when it was received. */
export const headerChanges: Readonly<Record<string, Header>> = {
  '(window)': {
    kind: 'date',
    applies: hasWindow,
    changes: {
      starts_later: set(({ window_from }) => ({ window_from: moved(window_from, 1) })),
      ends_earlier: set(({ window_to }) => ({ window_to: moved(window_to, -1) })),
      day_later: set((file) => ({ window_from: moved(file.window_from, 1), window_to: moved(file.window_to, 1) })),
      day_earlier: set((file) => ({ window_from: moved(file.window_from, -1), window_to: moved(file.window_to, -1) })),
    },
  },
  '(currency)': {
    kind: 'currency',
    applies: ({ currency }) => currency !== null,
    changes: {
      other: set(({ currency }) => ({ currency: currency === 'MYR' ? 'JPY' : 'MYR' })),
      unknown: set(() => ({ currency: 'EUR' })),
    },
  },
  '(page)': {
    kind: 'presence',
    applies: hasPage,
    changes: { not_last: set(() => ({ is_last_page: false })), second: set(() => ({ page: 2 })) },
  },
  '(received_at)': {
    kind: 'date',
    applies: () => true,
    changes: {
      days_earlier: set(({ received_at }) => ({ received_at: moved(received_at, -3) ?? received_at })),
    },
  },
};
