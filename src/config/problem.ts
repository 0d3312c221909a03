import type { z } from 'zod';
import { keyText } from '../formats/yaml/places.ts';
import { nearest } from './nearest.ts';

/** One error in the file: where, what, and what is allowed there. */
export type ConfigProblem = { path: PropertyKey[]; message: string; allowed?: string };

function unwrapped(of: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = of;
  for (;;) {
    const definition = inner?._zod.def;
    if (definition !== undefined && 'innerType' in definition) inner = definition.innerType as z.core.$ZodType;
    else return inner;
  }
}

/** The keys that the schema allows at a place of the file. */
export function knownKeys(root: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let schema: z.core.$ZodType | undefined = root;
  for (const part of path) {
    const definition: z.core.$ZodTypeDef | undefined = unwrapped(schema)?._zod.def;
    if (definition === undefined) return [];
    if ('shape' in definition) schema = (definition.shape as Record<string, z.core.$ZodType>)[String(part)];
    else if ('element' in definition) schema = definition.element as z.core.$ZodType;
    else return [];
  }
  const definition = unwrapped(schema)?._zod.def;
  return definition !== undefined && 'shape' in definition ? Object.keys(definition.shape as object) : [];
}

function unknownKey(root: z.core.$ZodType, path: readonly PropertyKey[], key: string): ConfigProblem {
  const known = knownKeys(root, path);
  const near = nearest(key, known);
  const shown = key.length > 40 ? `${key.slice(0, 40)}…` : key;
  return {
    path: [...path, key],
    message: `"${shown}" is not a key here${near === undefined ? '.' : `; did you mean "${near}"?`}`,
    ...(known.length === 0 ? {} : { allowed: known.join(', ') }),
  };
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a group of keys',
  record: 'a group of keys',
  array: 'a list',
};

function reasonOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      // zod reports an absent key as the wrong type of `undefined`
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return issue.origin === 'array' || issue.origin === 'string'
        ? 'must not be empty'
        : `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      return `must be ${issue.inclusive === true ? 'at most' : 'less than'} ${issue.maximum}`;
    default:
      return issue.message.startsWith('Invalid') ? 'is not valid' : issue.message;
  }
}

/** The findings of the schema as a person reads them. A value is never repeated, because it may be a secret. */
export function problemsOf(root: z.core.$ZodType, issues: readonly z.core.$ZodIssue[]): ConfigProblem[] {
  return issues.flatMap((issue): ConfigProblem[] => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(root, issue.path, key));
    const name = issue.path.length === 0 ? 'The file' : keyText(issue.path.slice(-1)) || 'This entry';
    const subject = typeof issue.path.at(-1) === 'number' ? keyText(issue.path.slice(-2)) : name;
    const known = issue.code === 'invalid_type' && issue.expected === 'object' ? knownKeys(root, issue.path) : [];
    return [
      {
        path: [...issue.path],
        message: `${subject} ${reasonOf(issue)}.`,
        ...(known.length === 0 ? {} : { allowed: known.join(', ') }),
      },
    ];
  });
}
