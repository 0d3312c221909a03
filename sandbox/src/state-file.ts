import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { fault } from './faults/fault.ts';
import { savedGateway } from './gateway/purchase/saved-state.ts';
import { restatement } from './merchant/restate.ts';
import { savedPayoutState } from './payout/saved-state.ts';
import { SandboxError } from './sandbox-error.ts';

/** What a sandbox keeps between two starts. The merchant's past comes from the seed again. */
const savedSandbox = z.strictObject({
  version: z.literal(3),
  /** Of which life it is: the options that make it. */
  life: z.string(),
  gatewaySecretKey: z.string(),
  gatewayLiveSecretKey: z.string(),
  payoutApiKey: z.string(),
  payoutApiSecret: z.string(),
  adminToken: z.string(),
  /** How far the clock had been moved from the real time, milliseconds. */
  clockAhead: z.number(),
  restated: z.array(restatement),
  faults: z.array(fault),
  gateway: savedGateway,
  payout: savedPayoutState,
});
export type SavedSandbox = z.infer<typeof savedSandbox>;

/** Reads a state file; undefined where there is none yet. Throws STATE_FILE_OF_ANOTHER_LIFE or STATE_FILE_UNREADABLE. */
export function readState(path: string, life: string): SavedSandbox | undefined {
  if (!existsSync(path)) return undefined;
  const saved = parseState(path);
  if (saved.life === life) return saved;
  throw new SandboxError({
    code: 'STATE_FILE_OF_ANOTHER_LIFE',
    message: `The state file was kept by a sandbox with other options: ${saved.life}.`,
    remedy: 'Start the sandbox with those options, or name another state file.',
    file: path,
  });
}

/** The last day of the life that a state file is of, so that it need not be said again on another day. */
export function keptUntil(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return z.object({ until: z.string() }).parse(JSON.parse(parseState(path).life)).until;
}

function parseState(path: string): SavedSandbox {
  try {
    return savedSandbox.parse(JSON.parse(readFileSync(path, 'utf8'), revive));
  } catch (cause) {
    throw new SandboxError({
      code: 'STATE_FILE_UNREADABLE',
      message: 'The state file is not one that this version of the sandbox wrote.',
      remedy: 'Delete it to begin anew, or name another state file.',
      file: path,
      cause,
    });
  }
}

/** Writes the state whole or not at all; it holds keys, so only its owner can read it. */
export function writeState(path: string, saved: SavedSandbox): void {
  const unfinished = `${path}.unfinished`;
  writeFileSync(unfinished, JSON.stringify(saved, prepare), { mode: 0o600 });
  renameSync(unfinished, path);
}

function prepare(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $bigint: String(value) };
  if (value instanceof Map) return { $map: [...value] };
  return value;
}

const tagged = z.union([
  z.strictObject({ $bigint: z.string() }),
  z.strictObject({ $map: z.array(z.tuple([z.unknown(), z.unknown()])) }),
]);

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$bigint' in value || '$map' in value)) return value;
  const known = tagged.parse(value);
  return '$bigint' in known ? BigInt(known.$bigint) : new Map(known.$map);
}
