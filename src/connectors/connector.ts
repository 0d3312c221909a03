import { z } from 'zod';
import type { SecretSource } from '../domain/configuration-fields.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import type { ReadingTerms } from '../domain/reading.ts';
import type { ReceiptFacts } from '../domain/receipt.ts';
import type { LoadPlan, RequiredInput } from '../domain/receipt-kind.ts';
import type { Landing } from '../landing/landing.ts';
import type { HttpClient } from './http/client.ts';
import type { Identity, IdentityDeclaration, IdentityGuard } from './pinned-identity.ts';
import type { AskedAgain } from './windows.ts';

/** A company as the connectors use it. */
export type CompanyScope = { name: string; zone: string; currencies: readonly string[] };

/** The context in which a connector works for a company. `Section` is its part of the company's configuration. */
export type ConnectorContext<Section> = {
  company: CompanyScope;
  section: Section;
  /** Reads a secret when it is needed; `key` is the configuration key that gives its location. */
  secret(source: SecretSource, key: string): () => string;
  /** A path of the configuration, relative to the configuration file. */
  resolvePath(path: string): string;
  http: HttpClient;
  /** Compares the services with their recorded identities; absent where nothing is kept. */
  identity?: IdentityGuard | undefined;
};

export type ExtractContext<Section> = ConnectorContext<Section> & {
  landing: Landing;
  /** The business days to cover. */
  period: Period;
  /** Days before the period whose records may still change. */
  openDays: number;
  askedAgain: AskedAgain;
  progress: Progress;
  /** Pauses while a service prepares a file; by default the connector's own. */
  waiting?: { firstPauseMs?: number; longestPauseMs?: number; deadlineMs?: number } | undefined;
  /** Asks the company's connector that provides a kind to fetch it to landing; does nothing where no connector provides it. */
  request(kind: string): Promise<void>;
};

/** One check of `doctor`: its result, and the remedy when it failed. */
export type Finding = { check: string; isOk: boolean; detail: string; fix: string | null };

/** A kind of receipt that a connector provides. */
export type BroughtKind = {
  /** The input of the rules, independent of the connector: statement, turnover, payouts … By default the name of the kind. */
  input?: string;
  load: LoadPlan;
  /** The currency of lines that name no currency, where the configuration gives it for the kind. */
  currency?: string | undefined;
  /** The name of this kind of file in `tieout import`, and the days that are reconciled after the import. */
  import?: {
    name: string;
    description: string;
    /** SQL that returns the accepted lines of a file by business day, currency and kind: line_count, amount and fee. */
    figures: string;
    /** All days of the file, or only those that were reconciled before. */
    reconciles: 'days_of_file' | 'days_reconciled_before';
    /** Whether its files can prove that days are complete; by default they can. */
    provesDays?: boolean;
    /**
     * Whether files of other kinds have its columns too. Then a file is recognised as of this kind only if it has all required columns and
     * no other kind reads more of it.
     */
    isSubset?: boolean;
  };
  /** A receipt is not a repetition when a receipt of this kind arrived after it. */
  dependsOn?: string;
};

/** A part of a business day: Unix seconds, half-open, and the filter values it is narrowed to. */
export type Slice = { from: number; to: number; filters: Readonly<Record<string, readonly string[]>> };

/** Amount and fee in minor units, and the count, of each direction. */
export type ControlTotals = Record<'incoming' | 'outgoing', { amount: bigint; fee: bigint; count: bigint }>;

/** A provider of control totals for parts of a day, to locate a difference to the statement. */
type Locator<Section> = {
  /** The kind of receipt of an answer. */
  kind: string;
  /** The filters that narrow a slice, by fact column, with the values of each. */
  filters: Readonly<Record<string, readonly string[]>>;
  /** The maximum number of questions in a run. */
  budget(section: Section): number;
  /** Identifies a question: the same for the same slice. It is the query of the receipt's request. */
  question(currency: string, slice: Slice): string;
  ask(
    context: ConnectorContext<Section>,
    currency: string,
    slice: Slice,
  ): Promise<{ facts: ReceiptFacts; body: Buffer }>;
  totals(body: Buffer): ControlTotals;
};

/** A term that applies from a business day, ISO 8601, until the next one; without a day, from the beginning. */
export type DatedTerm = { from?: string; value: string | number };

/** Terms that the rules in SQL read, by name; undefined where the configuration does not set them. */
type Settings = Readonly<Record<string, string | number | undefined | readonly DatedTerm[]>>;

/** A public key with which a service signs its deliveries, as PEM, and where it is from: "company key", "webhook 12". */
export type SigningKey = { origin: string; pem: string };

/** Deliveries of a service (callbacks, webhooks), which `tieout receive` takes at POST /<path>/<company>. */
type Deliveries<Section> = {
  path: string;
  /** The kind of receipt in which they are kept. */
  kind: string;
  /** The digest of their signatures, RSA PKCS#1 v1.5 of the body as it was sent. */
  digest: 'sha256' | 'sha512';
  /** Whether a company's configuration has them received. */
  isReceived(section: Section): boolean;
};

/** The declaration of a connector, from which everything else is built. */
type ConnectorDeclaration<Shape extends z.ZodRawShape> = {
  /** The name of its folder in src/connectors and sql/connectors; the source of its receipts. */
  name: string;
  /** For people: "payment gateway". */
  title: string;
  /** A service is called over the network; a local source is read from this machine, after the services. */
  access: 'service' | 'local';
  /** Its keys in a company's configuration. */
  configuration: Shape;
  /**
   * The keys of its sections that affect no figure: addresses, locations of secrets and files, and limits of its work. They are not kept
   * with a run. The values, by path, replace them when the run is repeated; undefined for a key with a default or an optional key.
   */
  unrecorded: Readonly<Record<string, unknown>>;
  /** Keys with the location of a secret that is kept with a run, because its files are read with the secret; the secret is not kept. */
  recordedSecrets?: readonly string[];
  /** Whether a company uses the connector, by its keys for secrets or files. */
  isConfigured(section: z.infer<z.ZodObject<Shape>>): boolean;
  /** Whether it provides the payments that a company collects; a company has one such connector. */
  isCollecting: boolean;
  kinds: Readonly<Record<string, BroughtKind>>;
  /** Further kinds, which a company's configuration names. */
  ownKinds?(section: z.infer<z.ZodObject<Shape>>): Readonly<Record<string, BroughtKind>>;
  /** The inputs that each business day needs, by the company's configuration. */
  requires(section: z.infer<z.ZodObject<Shape>>): readonly RequiredInput[];
  /** Terms that the rules in SQL read, by name (core.company_setting). */
  settings(section: z.infer<z.ZodObject<Shape>>): Settings;
  /** The terms of the configuration for reading files of a kind. */
  reading?(section: z.infer<z.ZodObject<Shape>>, kind: string): Partial<Omit<ReadingTerms, 'limits'>>;
  /** The secrets that identify the company to a service, by configuration key: two companies never share one. */
  keys?(section: z.infer<z.ZodObject<Shape>>): Readonly<Record<string, SecretSource>>;
  /** How its service identifies the company. */
  identity?: IdentityDeclaration<ConnectorContext<z.infer<z.ZodObject<Shape>>>>;
  deliveries?: Deliveries<z.infer<z.ZodObject<Shape>>>;
  /** The keys that its service, or its configuration, names now for the deliveries of a path. */
  signingKeys?: { path: string; now(context: ConnectorContext<z.infer<z.ZodObject<Shape>>>): Promise<SigningKey[]> };
  /** Fetches to landing the inputs of the period that are missing there. Returns the errors that prevented an input. */
  extract(context: ExtractContext<z.infer<z.ZodObject<Shape>>>): Promise<unknown[]>;
  /** Fetches the inputs that a file of a kind needs in landing before it is imported. */
  beforeImport?(kind: string, context: ExtractContext<z.infer<z.ZodObject<Shape>>>): Promise<void>;
  /** Kinds that another connector may request, each with the function that fetches it to landing. */
  provides?: Readonly<Record<string, (context: ExtractContext<z.infer<z.ZodObject<Shape>>>) => Promise<void>>>;
  probe(context: ConnectorContext<z.infer<z.ZodObject<Shape>>>): Promise<Finding[]>;
  locator?: Locator<z.infer<z.ZodObject<Shape>>>;
};

/** A context before a connector has read its section. */
export type WithoutSection<Context> = Omit<Context, 'section'>;

/** A connector for the pipeline: it takes a company's whole configuration and reads its own section of it. */
export type Connector = Pick<
  ConnectorDeclaration<z.ZodRawShape>,
  'name' | 'title' | 'access' | 'configuration' | 'unrecorded' | 'isCollecting' | 'kinds'
> & {
  recordedSecrets: readonly string[];
  /** The kinds of receipt that it provides for a company. */
  kindsOf(company: object): Readonly<Record<string, BroughtKind>>;
  isConfigured(company: object): boolean;
  requires(company: object): readonly RequiredInput[];
  settings(company: object): Settings;
  reading(company: object, kind: string): Partial<Omit<ReadingTerms, 'limits'>>;
  keys(company: object): Readonly<Record<string, SecretSource>>;
  identity:
    | {
        observe(company: object, context: WithoutSection<ConnectorContext<unknown>>): Promise<Identity | undefined>;
        known: IdentityDeclaration<never>['known'];
      }
    | undefined;
  deliveries: Deliveries<object> | undefined;
  /** The keys for the deliveries of a path; none where the connector has no part in them. */
  signingKeys(path: string, company: object, context: WithoutSection<ConnectorContext<unknown>>): Promise<SigningKey[]>;
  extract(company: object, context: WithoutSection<ExtractContext<unknown>>): Promise<unknown[]>;
  beforeImport(kind: string, company: object, context: WithoutSection<ExtractContext<unknown>>): Promise<void>;
  provided: readonly string[];
  provide(kind: string, company: object, context: WithoutSection<ExtractContext<unknown>>): Promise<void>;
  probe(company: object, context: WithoutSection<ConnectorContext<unknown>>): Promise<Finding[]>;
  locator:
    | (Pick<Locator<unknown>, 'kind' | 'filters' | 'question' | 'totals'> & {
        budget(company: object): number;
        ask(
          company: object,
          context: WithoutSection<ConnectorContext<unknown>>,
          currency: string,
          slice: Slice,
        ): ReturnType<Locator<unknown>['ask']>;
      })
    | undefined;
};

/** Makes a connector from its declaration, which reads its section of a company's configuration by its own schema. */
export function defineConnector<Shape extends z.ZodRawShape>(declaration: ConnectorDeclaration<Shape>): Connector {
  const { name, title, access, configuration, unrecorded, isCollecting, kinds } = declaration;
  const { provides = {}, locator, identity, deliveries, signingKeys } = declaration;
  const schema = z.object(configuration);
  const sectionOf = (company: object) => schema.parse(company);
  /** A connector's view of a context: its own section, and requests that are recorded as its own. */
  const own = <Context extends WithoutSection<ConnectorContext<unknown>>>(company: object, context: Context) => ({
    ...context,
    http: context.http.as(name),
    section: sectionOf(company),
  });
  return {
    name,
    title,
    access,
    configuration,
    unrecorded,
    recordedSecrets: declaration.recordedSecrets ?? [],
    isCollecting,
    kinds,
    kindsOf: (company) =>
      declaration.ownKinds === undefined ? kinds : { ...kinds, ...declaration.ownKinds(sectionOf(company)) },
    isConfigured: (company) => declaration.isConfigured(sectionOf(company)),
    requires: (company) => declaration.requires(sectionOf(company)),
    settings: (company) => declaration.settings(sectionOf(company)),
    reading: (company, kind) => declaration.reading?.(sectionOf(company), kind) ?? {},
    keys: (company) => declaration.keys?.(sectionOf(company)) ?? {},
    identity:
      identity === undefined
        ? undefined
        : {
            observe: (company, context) => identity.observe(own(company, context)),
            known: identity.known,
          },
    deliveries:
      deliveries === undefined
        ? undefined
        : { ...deliveries, isReceived: (company) => deliveries.isReceived(sectionOf(company)) },
    signingKeys: async (path, company, context) =>
      signingKeys?.path === path ? signingKeys.now(own(company, context)) : [],
    extract: (company, context) => declaration.extract(own(company, context)),
    beforeImport: async (kind, company, context) => declaration.beforeImport?.(kind, own(company, context)),
    provided: Object.keys(provides),
    provide: async (kind, company, context) => provides[kind]?.(own(company, context)),
    probe: (company, context) => declaration.probe(own(company, context)),
    locator:
      locator === undefined
        ? undefined
        : {
            ...locator,
            budget: (company) => locator.budget(sectionOf(company)),
            ask: (company, context, currency, slice) => locator.ask(own(company, context), currency, slice),
          },
  };
}
