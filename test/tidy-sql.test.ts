import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { derivedTables } from '../src/warehouse/definitions.ts';
import { statementsOf } from '../src/warehouse/sql-files.ts';
import { blank, filesBelow, findings, type Source, sqlOf } from './given/sources.ts';

/* The style of the SQL as a test, as tidy.test.ts for TypeScript. */

const product = filesBelow('src', ['.ts']);
// the scripts of sql/lake are for other engines
const sql = filesBelow('sql', ['.sql']).filter(({ path }) => !path.startsWith('sql/lake/'));
const inFolder = (sources: readonly Source[], folder: string) =>
  sources.filter(({ path }) => path.startsWith(`${folder}/`));

// an object's comments are in its file, so that definition and meaning change together
const ofObject = /^\s*(?:$|comment on )/;
const countOf = (text: string) =>
  sqlOf(text)
    .split(';')
    .filter((part) => !ofObject.test(part.trimEnd())).length;
const isSchema = ({ path }: Source) => path.includes('/schema/');
const outsideSchema = sql
  .filter((file) => !isSchema(file))
  .flatMap(({ path, text }) => statementsOf({ name: basename(path, '.sql'), path, text }));
const headOf = (text: string) => /^(?:--[^\n]*\n)+/.exec(text)?.[0] ?? '';
// what matching files makes in recon is made by steps
const objectOf = (text: string) => {
  const [, kind, schema, name, afterName] =
    /^create (?:or replace )?(view|macro|table(?! recon\.match_))\s+(\w+)\.(\w+)([^\n]*)/m.exec(sqlOf(text)) ?? [];
  return kind === undefined
    ? undefined
    : { isScalar: kind === 'macro' && !/as table \(/.test(afterName ?? ''), schema, name };
};

test('SQL has a comment at the head of each statement', () => {
  expect(sql.filter(({ text }) => headOf(text) === '').map(({ path }) => path)).toEqual([]);
  expect(outsideSchema.filter(({ text }) => headOf(text) === '').map(({ path, name }) => `${path} ${name}`)).toEqual(
    [],
  );
});

test('SQL states the grain of every relation, and in sql/reconcile the meaning of a break', () => {
  const lacking = outsideSchema.flatMap(({ path, name, text }) => {
    const object = objectOf(text);
    if (object === undefined || object.isScalar) return [];
    const isItems = /^-- (?:items|records|subjects|unproven days) of: /m.test(headOf(text));
    const required =
      path.startsWith('sql/reconcile/') && !isItems
        ? ['name', 'title', 'kind', 'left', 'right', 'grain', 'meaning', 'action', 'order']
        : ['grain', 'reads'];
    return required
      .filter((word) => !new RegExp(`^-- ${word}: \\S`, 'm').test(headOf(text)))
      .map((word) => `${path}: ${name} has no "-- ${word}:"`);
  });
  expect(lacking).toEqual([]);
});

test('SQL names each statement after its object, and once', () => {
  const several = outsideSchema.filter(({ text }) => countOf(text) !== 1);
  expect(several.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
  const misnamed = outsideSchema.flatMap(({ path, name, text }) => {
    const object = objectOf(text);
    return object !== undefined && object.name !== name ? [`${path}: ${name} makes ${object.name}`] : [];
  });
  expect(misnamed).toEqual([]);
  const places = outsideSchema.map(({ path, name }) => `${dirname(path)} ${name}`);
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
});

test('SQL derives tables that the program fills, each by its whole query', async () => {
  const filled = new Map((await derivedTables('core', 'recon', 'mart')).map(({ name, query }) => [name, query]));
  const deriving = outsideSchema.filter(({ text }) => / table (?!recon\.match_)\w+\.\w+ as\b/.test(sqlOf(text)));
  expect(deriving.length).toBeGreaterThan(30);
  const rest = deriving.map(({ text }) => {
    const made = [...filled].find(([name]) => text.includes(`\ncreate table ${name} as`));
    return made === undefined ? text : text.replace(`create table ${made[0]} as${made[1]}`, '');
  });
  expect(rest.filter((text) => countOf(text) !== 0)).toEqual([]);
});

test('SQL creates plain tables without types, keys, references, checks and upserts', () => {
  const others = sql.filter(isSchema).flatMap(({ path, text }) =>
    sqlOf(text)
      .split(';')
      .map((statement) => statement.trim())
      .filter(
        (statement) =>
          statement !== '' &&
          !/^(?:create table|create schema if not exists|alter table \S+ (?:add column|rename to)|drop table|insert into) /.test(
            statement,
          ),
      )
      .map((statement) => `${path} ${statement.slice(0, 60)}`),
  );
  expect(others).toEqual([]);
  const lacking = /\b(?:primary key|foreign key|unique|references|enum|check)\b/i;
  expect(findings(sql.filter(isSchema), lacking, sqlOf)).toEqual([]);
  const upserts = /\b(?:on conflict|insert or (?:replace|ignore))\b/i;
  expect(findings([...outsideSchema, ...product], upserts)).toEqual([]);
});

test('SQL states the key of every relation on a separate line', () => {
  const tables = sql.filter(
    (file) =>
      isSchema(file) &&
      [...file.text.matchAll(/^create table /gm)].length !==
        [...file.text.matchAll(/^-- key: [a-z_]+(?:, [a-z_]+)*$/gm)].length,
  );
  expect(tables.map(({ path }) => path)).toEqual([]);
  const keyless = outsideSchema.filter(({ path, text }) => {
    const object = objectOf(text);
    if (object === undefined || object.isScalar || path.startsWith('sql/reconcile/')) return false;
    return !/^-- key: [a-z0-9_]+(?:, [a-z0-9_]+)*$/m.test(headOf(text));
  });
  expect(keyless.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
});

test('SQL has no floating-point types', () => {
  expect(findings(sql, /\b(?:double|float\d?|real)\b/i, sqlOf)).toEqual([]);
});

test('SQL has no division except //', () => {
  expect(findings(sql, /(?<!\/)\/(?!\/)/, sqlOf)).toEqual([]);
});

test('SQL is lower case', () => {
  expect(
    findings(
      sql,
      /\b(?:SELECT|FROM|WHERE|JOIN|AND|OR|NOT|NULL|CASE|WHEN|THEN|END|AS|ON|WITH|CREATE|TABLE|VIEW|MACRO|DECIMAL|DATE|TEXT)\b/,
      sqlOf,
    ),
  ).toEqual([]);
});

test("SQL uses the services' terms in sql/connectors only", () => {
  const past = [
    'core',
    'match',
    'reconcile',
    'check',
    'verdict',
    'mart',
    'selftest',
    'schema',
    'staging',
    'load',
  ].flatMap((folder) => inFolder(sql, `sql/${folder}`));
  // inputs of ids do not change: the keys of items, and the former names of reconciliations
  const withoutKeys = (text: string) => text.replaceAll(/'(?:send_limit|purchase):'|^-- former: [a-z_]+$/gm, blank);
  expect(
    findings(
      past,
      /\b(?:(?:convertible_)?send_?limits?\w*|send[ _-](?:limit|instruction)s?\w*|purchases?|custom(?:_payment)?|fee_sell|net_sell|is_outgoing|brand_id|created_on|paid_on|settled_on|transaction_type|from_settlement|bank_account_id|Kuala_Lumpur|Malaysia)\b/i,
      withoutKeys,
    ),
  ).toEqual([]);
});

test('SQL has no session variable and no clock', () => {
  // the key of a customer is made when a record is loaded, with the secret key of the company
  const madeOnLoading = 'sql/staging/customer_key.sql';
  const views = outsideSchema.filter(({ path }) => !/^sql\/(load|connectors)\//.test(path) && path !== madeOnLoading);
  expect(
    findings(
      views,
      /\b(?:getvariable|customer_key|current_date|current_timestamp|today|now|random|uuid)\s*\(|\bcurrent_(?:date|timestamp)\b/,
      sqlOf,
    ),
  ).toEqual([]);
});
