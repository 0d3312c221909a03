import { z } from 'zod';

/**
 * How the records of the two specifications are written down here, once, for two uses. As they are, the schemas are
 * tolerant: a field or a value that is not named passes. `strictly` makes of one the schema for conformance tests, and
 * `noteUnexpected` counts what passed though it is not named.
 */

const namedValues = new WeakMap<z.ZodType, readonly string[]>();
const beyondSpecification = new WeakSet<z.ZodType>();

/** A text for which the specification names values; others may come. */
export function named(...values: readonly string[]): z.ZodString {
  const schema = z.string();
  namedValues.set(schema, values);
  return schema;
}

/** A field of the specification that nothing here depends on: it may be missing or null, and is then no error. */
export function unneeded<T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodNullable<T>> {
  return schema.nullish();
}

/** A field that the specification does not have and live records were seen to carry. */
export function beyond<T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodNullable<T>> {
  const optional = schema.nullish();
  beyondSpecification.add(optional);
  return optional;
}

function isSchema(value: unknown): value is z.ZodType {
  return value instanceof z.ZodType;
}

/** The same schema for a server that must follow the specification: no field unknown, none missing, no value unnamed. */
export function strictly(schema: z.ZodType): z.ZodType {
  const values = namedValues.get(schema);
  if (values !== undefined) return z.enum(values);
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = {};
    for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
      const isRequired = field instanceof z.ZodOptional && !beyondSpecification.has(field);
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

/** A field or a value that the specification does not name, and how often it came. */
export type Unexpected = { record: string; field: string; value: string | null; count: number };

export type UnexpectedCount = {
  note(record: string, field: string, value: string | null): void;
  /** In alphabetical order. */
  list(): Unexpected[];
};

/** Counts what the specification does not name: it is kept, reported, and stops nothing. */
export function countUnexpected(): UnexpectedCount {
  const seen = new Map<string, Unexpected>();
  return {
    note(record, field, value) {
      const key = JSON.stringify([record, field, value]);
      const entry = seen.get(key) ?? { record, field, value, count: 0 };
      entry.count += 1;
      seen.set(key, entry);
    },
    list: () => [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry),
  };
}

/** What came that is not named, for a person: `send limit.status "dreaming" (3 times), …`. */
export function unexpectedText(all: readonly Unexpected[]): string {
  return all
    .map(
      ({ record, field, value, count }) =>
        `${record}.${field}${value === null ? '' : ` ${JSON.stringify(value)}`} (${count === 1 ? 'once' : `${count} times`})`,
    )
    .join(', ');
}

/** The longest name or value of a stranger that is shown. */
const longestShown = 60;

/** Walks a received value beside its schema and counts the fields and values that the schema does not name. */
export function noteUnexpected(schema: z.ZodType, value: unknown, record: string, into: UnexpectedCount): void {
  walk(schema, value, '', (field, found) =>
    into.note(record, field.slice(0, longestShown), found?.slice(0, longestShown) ?? null),
  );
}

function walk(schema: z.ZodType, value: unknown, path: string, note: (field: string, value?: string) => void): void {
  if (value === null || value === undefined) return;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner: unknown = schema.unwrap();
    if (isSchema(inner)) walk(inner, value, path, note);
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
    const values = namedValues.get(schema);
    if (values !== undefined && !values.includes(value)) note(path, value);
  }
}
