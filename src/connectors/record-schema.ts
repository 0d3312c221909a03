import { z } from 'zod';
import type { RecordExaminer } from '../domain/receipt-kind.ts';

/**
 * The schemas of a specification's records, which have two uses. They are tolerant: an undocumented field or value is accepted.
 * `strictly` derives the schema for conformance tests, and `unexpectedIn` counts accepted fields and values that the specification does
 * not name.
 */

const documentedValues = new WeakMap<z.ZodType, readonly string[]>();
const undocumentedFields = new WeakSet<z.ZodType>();

/** A text for which the specification lists values; other values are accepted. */
export function openEnum(...values: readonly string[]): z.ZodString {
  const schema = z.string();
  documentedValues.set(schema, values);
  return schema;
}

/** A field of the specification that nothing depends on: it may be missing or null. */
export function optional<T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodNullable<T>> {
  return schema.nullish();
}

/** A field of live records that the specification does not document. */
export function undocumented<T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodNullable<T>> {
  const field = schema.nullish();
  undocumentedFields.add(field);
  return field;
}

/** The first problem of a record, on one line: `Invalid input: expected number, received string → at balance`. */
export function schemaProblem(error: z.ZodError): string {
  return z.prettifyError(error).split('\n').slice(0, 2).join(' ').replaceAll(/\s+/g, ' ').replace(/^✖ /, '');
}

function isSchema(value: unknown): value is z.ZodType {
  return value instanceof z.ZodType;
}

/** The same schema for a server that must follow the specification: no unknown field, none missing, no undocumented value. */
export function strictly(schema: z.ZodType): z.ZodType {
  const values = documentedValues.get(schema);
  if (values !== undefined) return z.enum(values);
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = {};
    for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
      const isRequired = field instanceof z.ZodOptional && !undocumentedFields.has(field);
      const inner: unknown = isRequired ? field.unwrap() : field;
      shape[name] = strictly(isSchema(inner) ? inner : field);
    }
    return z.strictObject(shape);
  }
  if (schema instanceof z.ZodOptional) return strictlyInside(schema).optional();
  if (schema instanceof z.ZodNullable) return strictlyInside(schema).nullable();
  if (schema instanceof z.ZodArray && isSchema(schema.element)) return z.array(strictly(schema.element));
  if (schema instanceof z.ZodRecord && isSchema(schema.valueType))
    return z.record(z.string(), strictly(schema.valueType));
  return schema;
}

function strictlyInside(schema: z.ZodOptional | z.ZodNullable): z.ZodType {
  const inner: unknown = schema.unwrap();
  return isSchema(inner) ? strictly(inner) : schema;
}

/** A field or value that the specification does not name, with the number of times it was received. */
export type Unexpected = { record: string; field: string; value: string | null; count: number };

/** The undocumented fields and values as text: `send limit.status "dreaming" (3 times), …`. */
export function unexpectedText(all: readonly Unexpected[]): string {
  return all
    .map(
      ({ record, field, value, count }) =>
        `${record}.${field}${value === null ? '' : ` ${JSON.stringify(value)}`} (${count === 1 ? 'once' : `${count} times`})`,
    )
    .join(', ');
}

/** The longest name or value that is shown. */
const longestShown = 60;

/**
 * The fields and values of a received record that its schema does not name, in alphabetical order. They are kept and counted, and stop
 * nothing.
 */
export function unexpectedIn(schema: z.ZodType, value: unknown, record: string): Unexpected[] {
  const seen = new Map<string, Unexpected>();
  walk(schema, value, '', (longField, longValue) => {
    const field = longField.slice(0, longestShown);
    const found = longValue?.slice(0, longestShown) ?? null;
    const key = JSON.stringify([field, found]);
    const entry = seen.get(key) ?? { record, field, value: found, count: 0 };
    entry.count += 1;
    seen.set(key, entry);
  });
  return [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/** How the records of a JSON answer are compared with the specification when they are loaded. */
export function recordExaminer(record: string, schema: z.ZodType): RecordExaminer {
  return (value) => {
    const parsed = schema.safeParse(value);
    return {
      problem: parsed.success ? undefined : schemaProblem(parsed.error),
      unexpected: unexpectedIn(schema, value, record),
    };
  };
}

type Note = (field: string, value?: string) => void;

/** An optional text may be empty; this is noted only where the specification lists values, because the empty text is not among them. */
const notesOfValues =
  (note: Note): Note =>
  (field, value) => {
    if (value !== undefined) note(field, value);
  };

function walk(schema: z.ZodType, value: unknown, path: string, note: Note): void {
  if (value === null || value === undefined) return;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner: unknown = schema.unwrap();
    if (isSchema(inner)) walk(inner, value, path, value === '' ? notesOfValues(note) : note);
  } else if (schema instanceof z.ZodArray) {
    const element: unknown = schema.element;
    if (Array.isArray(value) && isSchema(element)) for (const one of value) walk(element, one, path, note);
  } else if (schema instanceof z.ZodRecord) {
    const inner: unknown = schema.valueType;
    if (typeof value === 'object' && isSchema(inner)) {
      for (const one of Object.values(value)) walk(inner, one, path, note);
    }
  } else if (schema instanceof z.ZodObject) {
    if (typeof value !== 'object' || Array.isArray(value)) return;
    const shape: Record<string, z.ZodType> = schema.shape;
    for (const [name, inner] of Object.entries(value)) {
      const field = path === '' ? name : `${path}.${name}`;
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (known === undefined) note(field);
      else walk(known, inner, field, note);
    }
  } else if (typeof value === 'string') {
    const values = documentedValues.get(schema);
    if (values !== undefined && !values.includes(value)) note(path, value);
    else if (value === '') note(`${path} (empty)`);
  }
}
