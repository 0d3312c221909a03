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

/** A company as every connector sees it. */
export type CompanyScope = { name: string; zone: string; currencies: readonly string[] };

/** What a connector needs to work for a company. `Section` is its part of the company's configuration. */
export type ConnectorContext<Section> = {
  company: CompanyScope;
  section: Section;
  /** Reads a secret when it is about to be used; `key` is the configuration key that names its place. */
  secret(source: SecretSource, key: string): () => string;
  /** A path of the configuration, relative to the configuration file. */
  resolvePath(path: string): string;
  http: HttpClient;
  /** Holds the services to the identities that were written down; absent where nothing is kept. */
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
  /** Pauses while a service prepares a file; the connector's own where none are given. */
  waiting?: { firstPauseMs?: number; longestPauseMs?: number; deadlineMs?: number } | undefined;
  /** Asks whichever connector of the company provides a kind to bring it to landing; nothing where none does. */
  request(kind: string): Promise<void>;
};

/** One check of `doctor`: what was found, and what to do about it when it is wrong. */
export type Finding = { check: string; isOk: boolean; detail: string; fix: string | null };

/** A kind of receipt that a connector brings. */
export type BroughtKind = {
  /** What it is to the rules, whatever its connector calls it: statement, turnover, payouts … The kind where not given. */
  input?: string;
  load: LoadPlan;
  /** The name under which `tieout import` takes a file of this kind, and what is reconciled after the import. */
  import?: {
    name: string;
    description: string;
    /** SQL that returns the accepted lines of a file by business day, currency and kind: line_count, amount and fee. */
    figures: string;
    /** All days of the file, or those of its days that were reconciled before. */
    reconciles: 'days_of_file' | 'days_reconciled_before';
  };
  /** A receipt is not a repetition when a receipt of this kind arrived after it. */
  dependsOn?: string;
};

/** A part of a business day: Unix seconds, half-open, and the filter values it is narrowed to. */
export type Slice = { from: number; to: number; filters: Readonly<Record<string, readonly string[]>> };

/** Amount and fee in minor units, and the count, of each direction. */
export type ControlTotals = Record<'incoming' | 'outgoing', { amount: bigint; fee: bigint; count: bigint }>;

/** Control totals that can be asked for parts of a day, so that a difference to the statement can be located. */
type Locator<Section> = {
  /** The kind of receipt that an answer becomes. */
  kind: string;
  /** The filters by which a slice can be narrowed, by fact column, with the values that each takes. */
  filters: Readonly<Record<string, readonly string[]>>;
  /** The most questions a run may ask. */
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

/** A term that counts from a business day, ISO 8601, until the next one; without it, from the beginning. */
export type DatedTerm = { from?: string; value: string | number };

/** Terms that the rules in SQL read, by name; undefined for those that the configuration does not give. */
type Settings = Readonly<Record<string, string | number | undefined | readonly DatedTerm[]>>;

/** What a connector declares of itself. Everything else is built from these declarations. */
type ConnectorDeclaration<Shape extends z.ZodRawShape> = {
  /** The name of its folder in src/connectors and sql/connectors; the source of its receipts. */
  name: string;
  /** For people: "payment gateway". */
  title: string;
  /** A service is asked over the network; a local source is read from this machine, after the services. */
  access: 'service' | 'local';
  /** Its keys in a company's configuration. */
  configuration: Shape;
  /**
   * The keys of its sections on which no figure depends: addresses, places of secrets and files, and limits of its work. They are
   * not kept with a run. By path, what takes the place of each when the run is repeated; undefined for a key with a default or
   * without need.
   */
  unrecorded: Readonly<Record<string, unknown>>;
  /** The keys that hold its secrets or files; the connector is used by a company that has the first of them. */
  isConfigured(section: z.infer<z.ZodObject<Shape>>): boolean;
  /** Whether it brings the payments that a company collects: a company has one such connector. */
  isCollecting: boolean;
  kinds: Readonly<Record<string, BroughtKind>>;
  /** The inputs that each business day needs, by the company's configuration. */
  requires(section: z.infer<z.ZodObject<Shape>>): readonly RequiredInput[];
  /** Terms that the rules in SQL read, by name (core.company_setting). */
  settings(section: z.infer<z.ZodObject<Shape>>): Settings;
  /** What the configuration says about how files of a kind are read. */
  reading?(section: z.infer<z.ZodObject<Shape>>, kind: string): Partial<Omit<ReadingTerms, 'limits'>>;
  /** The secrets that identify the company to a service, by configuration key: two companies never share one. */
  keys?(section: z.infer<z.ZodObject<Shape>>): Readonly<Record<string, SecretSource>>;
  /** How its service names the company that it answers for. */
  identity?: IdentityDeclaration<ConnectorContext<z.infer<z.ZodObject<Shape>>>>;
  /** Brings to landing what the period needs and is not there. Returns what kept an input from coming. */
  extract(context: ExtractContext<z.infer<z.ZodObject<Shape>>>): Promise<unknown[]>;
  /** What a file of a kind needs in landing before it is imported. */
  beforeImport?(kind: string, context: ExtractContext<z.infer<z.ZodObject<Shape>>>): Promise<void>;
  /** Kinds that another connector may ask for, each with how it is brought to landing. */
  provides?: Readonly<Record<string, (context: ExtractContext<z.infer<z.ZodObject<Shape>>>) => Promise<void>>>;
  probe(context: ConnectorContext<z.infer<z.ZodObject<Shape>>>): Promise<Finding[]>;
  locator?: Locator<z.infer<z.ZodObject<Shape>>>;
};

/** A context before a connector has read its section. */
export type WithoutSection<Context> = Omit<Context, 'section'>;

/** A connector as the pipeline uses it: it takes a company's whole configuration and reads its own section of it. */
export type Connector = Pick<
  ConnectorDeclaration<z.ZodRawShape>,
  'name' | 'title' | 'access' | 'configuration' | 'unrecorded' | 'isCollecting' | 'kinds'
> & {
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

/** Makes a connector of its declaration: its section is read from a company's configuration by its own schema. */
export function defineConnector<Shape extends z.ZodRawShape>(declaration: ConnectorDeclaration<Shape>): Connector {
  const { name, title, access, configuration, unrecorded, isCollecting, kinds } = declaration;
  const { provides = {}, locator, identity } = declaration;
  const schema = z.object(configuration);
  const sectionOf = (company: object) => schema.parse(company);
  /** A connector's view of a context: its own section, and requests that are recorded as its own. */
  const own = <Context extends WithoutSection<ConnectorContext<unknown>>>(company: object, context: Context) => ({
    ...context,
    http: context.http.as(name),
    section: sectionOf(company),
  });
  return {
    ...{ name, title, access, configuration, unrecorded, isCollecting, kinds },
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
