import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { removeCompany } from '../../src/company/write-company.ts';
import { periodOf } from '../../src/domain/period.ts';
import type { SecretOf } from '../../src/domain/secrets.ts';
import { type Bound, execute, readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { inTransaction } from '../../src/warehouse/in-transaction.ts';
import type { LandedFile, LoadOutcome } from '../../src/warehouse/load/landed-file.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { readDerived } from './derived.ts';
import { judgeAll, judgeOnly, writeItems } from './judged.ts';
import { forgetLoaded, givenCompany, landed, loadLanded } from './landed.ts';
import { readMart } from './mart.ts';
import { said } from './said.ts';
import { givenWarehouse } from './warehouse.ts';

/** The company acme, as `givenCompany` writes it. */
export type GivenCompany = { currencies?: string[]; hasPayout?: boolean; books?: object; changes?: object | undefined };

/** The tables that are empty in a new warehouse. */
async function emptyTables(connection: DuckDBConnection): Promise<string[]> {
  const rows = await readRows(
    connection,
    `select schema_name || '.' || table_name as name from duckdb_tables()
     where not internal and not temporary and estimated_size = 0 order by name`,
  );
  return rows.map(({ name }) => String(name));
}

const linesOf = (rows: readonly WarehouseRow[]) =>
  rows.map((row) =>
    Object.values(row)
      .filter((value) => value !== null)
      .join(' '),
  );

/** The rules of a test file: one warehouse, the company acme in it, and what tests ask. */
export class Rules {
  #warehouse: Warehouse | undefined;
  #filled: string[] = [];
  #lastRun = 9_000_000;

  get warehouse(): Warehouse {
    if (this.#warehouse === undefined) throw new Error('the warehouse is opened before the first test');
    return this.#warehouse;
  }

  get connection(): DuckDBConnection {
    return this.warehouse.connection;
  }

  async open(): Promise<void> {
    this.#warehouse = await givenWarehouse();
    this.#filled = await emptyTables(this.connection);
  }

  close(): void {
    this.#warehouse?.close();
  }

  /** Makes the warehouse what it was when it was opened. */
  async empty(): Promise<void> {
    await inTransaction(this.connection, async () => {
      for (const table of this.#filled) await execute(this.connection, `delete from ${table}`);
      await execute(this.connection, "delete from main.made_with where part in ('derived', 'decided')");
    });
    forgetLoaded(this.connection);
  }

  /** Writes the company, in place of the one before. */
  async configure({ currencies, hasPayout, books, changes }: GivenCompany): Promise<void> {
    await removeCompany(this.connection);
    await givenCompany(this.connection, currencies, hasPayout, books, changes);
  }

  /** Loads a landed file as its connector declares. */
  load(file: LandedFile, company?: object, secretOf?: SecretOf): Promise<LoadOutcome> {
    return loadLanded(this.connection, file, company, secretOf);
  }

  /** Lands and loads a file that has to be loaded as a whole, and returns it. */
  async receive(
    content: string | Buffer,
    facts: Partial<LandedFile> & { kind: string },
    company?: object,
  ): Promise<LandedFile> {
    const file = landed(content, facts);
    expect(await this.load(file, company)).toMatchObject({ status: 'loaded', rejected: 0 });
    return file;
  }

  /** Loads that a person declares a file of these days to be whole, and returns the declaration. */
  async declareWhole(content: string | Buffer, kind: string, first_day: string, last_day: string): Promise<LandedFile> {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const said_by = { author: 'mei', declared_at: '2026-11-20T00:00:00Z' };
    const declared = { kind, sha256, file_name: 'x', first_day, last_day, ...said_by };
    return this.receive(JSON.stringify(declared), { kind: 'declared_span', source: 'decision', page: null });
  }

  execute(sql: string, bound?: Bound): Promise<number> {
    return execute(this.connection, sql, bound);
  }

  rows(sql: string, bound?: Bound): Promise<WarehouseRow[]> {
    return readRows(this.connection, sql, bound);
  }

  /** The rows with the sentences of their messages, after what is derived was derived. */
  derived(sql: string, bound?: Bound): Promise<WarehouseRow[]> {
    return readDerived(this.connection, sql, bound);
  }

  /** The rows with the sentences of their messages. */
  async said(sql: string, bound?: Bound): Promise<WarehouseRow[]> {
    return said(await readRows(this.connection, sql, bound));
  }

  /** The rows that readers of a snapshot would be given. */
  mart(sql: string, bound?: Bound): Promise<WarehouseRow[]> {
    return readMart(this.connection, sql, bound);
  }

  /** Each row as one line: its values with a space between them, those that are null left out. */
  async lines(sql: string, bound?: Bound): Promise<string[]> {
    return linesOf(await this.rows(sql, bound));
  }

  /** The same of the rows that readers of a snapshot would be given. */
  async martLines(sql: string, bound?: Bound): Promise<string[]> {
    return linesOf(await this.mart(sql, bound));
  }

  /** Runs all reconciliations for these days, the last one excluded. */
  async reconcile(from: string, to: string): Promise<void> {
    this.#lastRun += 1;
    const run = { runId: this.#lastRun, period: periodOf(from, to), knownThrough: 1_000_000 };
    await judgeAll(this.connection, run);
  }

  /** The same of these reconciliations alone. */
  judge(names: readonly string[], from: string, to: string): Promise<void> {
    return judgeOnly(this.connection, names, { period: periodOf(from, to) });
  }

  /** Writes the items and bridges of these reconciliations, without controls, verdicts and open items. */
  find(names: readonly string[], from: string, to: string): Promise<void> {
    return writeItems(this.connection, names, { period: periodOf(from, to) });
  }

  /** The items of a reconciliation in mart, each as `key outcome reason difference`, by key. */
  async items(reconciliation: string, condition = "outcome <> 'matched'"): Promise<string[]> {
    const rows = await this.mart(
      `select concat_ws(' ', item_key, outcome, coalesce(reason_code, '-'), right_minus_left) as item from mart.item
       where reconciliation = $reconciliation and ${condition} order by item_key`,
      { reconciliation },
    );
    return rows.map(({ item }) => String(item));
  }
}

/** A warehouse for the tests of a file, with the company and what is prepared in it; it is closed after them. */
export function givenRules(company: GivenCompany = {}, prepare?: (acme: Rules) => Promise<unknown>): Rules {
  const acme = new Rules();
  beforeAll(async () => {
    await acme.open();
    await acme.configure(company);
    await prepare?.(acme);
  });
  afterAll(() => acme.close());
  return acme;
}

/** The same, and each test begins with the company and what is prepared for it, in a warehouse that is otherwise empty. */
export function givenFreshRules(company: GivenCompany = {}, prepare?: (acme: Rules) => Promise<unknown>): Rules {
  const acme = givenRules();
  beforeEach(async () => {
    await acme.empty();
    await acme.configure(company);
    await prepare?.(acme);
  });
  return acme;
}

const startOf = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00+08:00`) + days * 86_400_000).toISOString();

/** The window of a statement or an answer about these days in Kuala Lumpur, the last one included, in ringgit. */
export const days = (first: string, last = first) => ({
  window_from: startOf(first, 0),
  window_to: startOf(last, 1),
  currency: 'MYR',
});
