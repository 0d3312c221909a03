import { z } from 'zod';
import { newReceiptFacts, type Receipt } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';

/** Whom the answers of a service are about, by what is named: the company, its mode, its accounts. */
export type Identity = Readonly<Partial<Record<'company' | 'mode' | 'accounts', readonly string[]>>>;
type Named = keyof Identity;
const named = ['company', 'mode', 'accounts'] as const satisfies readonly Named[];

/** What a connector declares so that its service is held to one identity. */
export type IdentityDeclaration<Context> = {
  /** Asks the service; undefined where its answer names nobody yet. */
  observe(context: Context): Promise<Identity | undefined>;
  /** The kind of receipt that names it, for a landing zone of a version that did not write identities down. */
  known: { kind: string; read(body: unknown): Promise<Identity> };
};

/** What was written down: at first contact, or when a person accepted another identity. */
type PinnedIdentity = { values: Identity; since: string; acceptedBy: string | null; why: string | null };

const kept = z.object({
  values: z.partialRecord(z.enum(named), z.array(z.string())),
  accepted_by: z.string().nullable(),
  why: z.string().nullable(),
});

async function readBody(landing: Landing, receipt: Receipt): Promise<unknown> {
  return JSON.parse((await landing.read(receipt)).toString('utf8'));
}

/** All that two observations name. */
export function merged(...all: readonly Identity[]): Identity {
  return Object.fromEntries(
    named.flatMap((name) => {
      const values = [...new Set(all.flatMap((one) => one[name] ?? []))].sort();
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
}

/** The identity that landing has for a service of a company; undefined before the first contact. */
export async function pinnedIdentity(
  landing: Landing,
  company: string,
  source: string,
  known?: IdentityDeclaration<never>['known'],
): Promise<PinnedIdentity | undefined> {
  // an answer that failed names nobody
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

/** Writes down an identity, which is in force from then on. */
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

/** What is named that is not pinned, where something else is. */
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
    message: `The ${title} of ${company} answers for another identity than before: ${differing.join('; ')}. Nothing of it was loaded.`,
    remedy:
      `Check the key: it may be that of another company or mode. Configure another company, or test mode beside live mode, under a name of its own. ` +
      `If ${company} itself has the new identity: tieout identity --accept --company ${company} --why "…"`,
    exitStatus: 1,
  });
}

/** Holds the services of a company to one identity during a run. */
export type IdentityGuard = {
  /** Asks a service once, before anything else is asked of it, and compares. Throws IDENTITY_CHANGED, IDENTITY_SHARED. */
  confirm(service: Service, observe: () => Promise<Identity | undefined>): Promise<void>;
  /** Compares what an answer names; writes it down at first contact. */
  check(service: Service, observed: Identity): Promise<void>;
};

type Service = { source: string; title: string; known: IdentityDeclaration<never>['known'] };

export type GuardOptions = {
  landing: Landing;
  company: string;
  /** Refuses an identity that another company has (IDENTITY_SHARED). */
  refuseShared(source: string, values: Identity): Promise<void>;
};

export function openIdentityGuard({ landing, company, refuseShared }: GuardOptions): IdentityGuard {
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
    await refuseShared(source, values);
    await keepIdentity(landing, { company, source }, values);
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
