import { z } from 'zod';
import { newReceiptFacts, type Receipt } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';

/** The identity in the answers of a service: the company, its mode, its accounts. */
export type Identity = Readonly<Partial<Record<'company' | 'mode' | 'accounts', readonly string[]>>>;
type Named = keyof Identity;
const named = ['company', 'mode', 'accounts'] as const satisfies readonly Named[];

/** How a connector compares its service with a recorded identity. */
export type IdentityDeclaration<Context> = {
  /** Asks the service for its identity; undefined while its answer has no identity yet. */
  observe(context: Context): Promise<Identity | undefined>;
  /** The kind of receipt that contains the identity, for a landing zone of a version that did not record identities. */
  known: { kind: string; read(body: unknown): Promise<Identity> };
};

/** The recorded identity: of the first contact, or accepted later by a person. */
type PinnedIdentity = { values: Identity; since: string; acceptedBy: string | null; why: string | null };

const kept = z.object({
  values: z.partialRecord(z.enum(named), z.array(z.string())),
  accepted_by: z.string().nullable(),
  why: z.string().nullable(),
});

async function readBody(landing: Landing, receipt: Receipt): Promise<unknown> {
  return JSON.parse((await landing.read(receipt)).toString('utf8'));
}

/** The union of several observations. */
export function merged(...all: readonly Identity[]): Identity {
  return Object.fromEntries(
    named.flatMap((name) => {
      const values = [...new Set(all.flatMap((one) => one[name] ?? []))].sort();
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
}

/** The recorded identity of a company's service; undefined before the first contact. */
export async function pinnedIdentity(
  landing: Landing,
  company: string,
  source: string,
  known?: IdentityDeclaration<never>['known'],
): Promise<PinnedIdentity | undefined> {
  // a failed answer has no identity
  const own = landing
    .receipts()
    .filter((receipt) => receipt.company === company && receipt.source === source && receipt.failure === undefined);
  const last = own.findLast(({ kind }) => kind === 'identity');
  if (last !== undefined) {
    const { values, accepted_by: acceptedBy, why } = kept.parse(await readBody(landing, last));
    return { values, since: last.received_at, acceptedBy, why };
  }
  const former = own.findLast(({ kind }) => kind === known?.kind);
  if (former === undefined || known === undefined) return undefined;
  const pages = former.batch_id === null ? [former] : own.filter(({ batch_id: batch }) => batch === former.batch_id);
  const values = merged(...(await Promise.all(pages.map(async (page) => known.read(await readBody(landing, page))))));
  return { values, since: former.received_at, acceptedBy: null, why: null };
}

/** Records an identity, which is in force from then on. */
export async function keepIdentity(
  landing: Landing,
  { company, source }: { company: string; source: string },
  values: Identity,
  accepted: { by: string; why: string } | null = null,
): Promise<void> {
  await landing.put(
    newReceiptFacts({ source, kind: 'identity', company, ext: 'json', content_type: 'application/json' }),
    {
      bytes: JSON.stringify({ values, accepted_by: accepted?.by ?? null, why: accepted?.why ?? null }),
    },
  );
}

const titles: Record<Named, string> = { company: 'company', mode: 'mode', accounts: 'account' };

/** For people: company 3f2a…, test mode. */
export function identityText(values: Identity): string {
  const { company = [], mode = [], accounts = [] } = values;
  return [
    ...company.map((uid) => `company ${uid}`),
    ...mode.map((one) => (one === 'test' ? 'test mode: not real money' : `${one} mode`)),
    ...(accounts.length === 0 ? [] : [`${accounts.length === 1 ? 'account' : 'accounts'} ${accounts.join(', ')}`]),
  ].join('; ');
}

/** The observed values that are not among the pinned values of the same kind. */
export function differences(pinned: Identity, observed: Identity): string[] {
  return named.flatMap((name) => {
    const before = pinned[name];
    const strange = (observed[name] ?? []).filter((value) => before?.includes(value) === false);
    return strange.length === 0
      ? []
      : [`${titles[name]} ${strange.join(', ')} instead of ${(before ?? []).join(', ')}`];
  });
}

export function identityChanged(company: string, title: string, differing: readonly string[]): TieoutError {
  return new TieoutError({
    code: 'IDENTITY_CHANGED',
    scope: 'company',
    message: `The ${title} of ${company} answers for another identity than before: ${differing.join('; ')}. Nothing of it was loaded.`,
    remedy:
      `Check the key: it may be that of another company or mode. Configure another company, or test mode beside live mode, under a name of its own. ` +
      `If ${company} itself has the new identity: tieout identity --accept --company ${company} --why "…"`,
    exitStatus: 1,
  });
}

/** Compares the services of a company with their recorded identities during a run. */
export type IdentityGuard = {
  /** Asks a service once, before any other request to it, and compares. Throws IDENTITY_CHANGED, IDENTITY_SHARED. */
  confirm(service: Service, observe: () => Promise<Identity | undefined>): Promise<void>;
  /** Compares the identity in an answer, and records it at first contact. */
  check(service: Service, observed: Identity): Promise<void>;
};

type Service = { source: string; title: string; known: IdentityDeclaration<never>['known'] };

export type GuardOptions = {
  landing: Landing;
  company: string;
  /** Keeps an identity, unless it is that of another company (IDENTITY_SHARED). */
  keepOwn(source: string, values: Identity, keep: () => Promise<void>): Promise<void>;
};

export function openIdentityGuard({ landing, company, keepOwn }: GuardOptions): IdentityGuard {
  const confirmed = new Map<string, Promise<void>>();
  const check: IdentityGuard['check'] = async ({ source, title, known }, observed) => {
    const pinned = await pinnedIdentity(landing, company, source, known);
    const differing = differences(pinned?.values ?? {}, observed);
    if (differing.length > 0) throw identityChanged(company, title, differing);
    const values = merged(pinned?.values ?? {}, observed);
    const isKept = landing
      .receipts()
      .some((receipt) => receipt.company === company && receipt.source === source && receipt.kind === 'identity');
    if (isKept && JSON.stringify(values) === JSON.stringify(merged(pinned?.values ?? {}))) return;
    if (Object.keys(values).length === 0) return;
    await keepOwn(source, values, () => keepIdentity(landing, { company, source }, values));
  };
  return {
    check,
    confirm: (service, observe) => {
      const { source } = service;
      const asked =
        confirmed.get(source) ??
        observe().then((observed) => (observed === undefined ? undefined : check(service, observed)));
      confirmed.set(source, asked);
      // a service that did not answer is asked again before its next input
      asked.catch(() => confirmed.delete(source));
      return asked;
    },
  };
}
