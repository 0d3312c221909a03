import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { fault } from './faults/fault.ts';
import { savedGateway } from './gateway/purchase/saved-state.ts';
import { formatAlteration } from './merchant/format-breaks.ts';
import { restatement } from './merchant/restate.ts';
import { savedPayoutState } from './payout/saved-state.ts';
import { SandboxError } from './sandbox-error.ts';

/** The state that the sandbox keeps between two starts. Generated data is left out, because the seed generates it again. */
const savedSandbox = z.strictObject({
  version: z.literal(4),
  /** The options of the scenario that the state belongs to. */
  scenario: z.string(),
  gatewaySecretKey: z.string(),
  gatewayLiveSecretKey: z.string(),
  payoutApiKey: z.string(),
  payoutApiSecret: z.string(),
  adminToken: z.string(),
  /** How far the sandbox's clock is ahead of the machine's clock, in milliseconds. */
  clockAhead: z.number(),
  restated: z.array(restatement),
  altered: z.array(formatAlteration).default([]),
  faults: z.array(fault),
  gateway: savedGateway,
  payout: savedPayoutState,
});
export type SavedSandbox = z.infer<typeof savedSandbox>;

/** Reads a state file; undefined if the file does not exist. Throws STATE_FILE_OF_ANOTHER_SCENARIO or STATE_FILE_UNREADABLE. */
export function readState(path: string, scenario: string): SavedSandbox | undefined {
  if (!existsSync(path)) return undefined;
  const saved = parseState(path);
  if (saved.scenario === scenario) return saved;
  throw new SandboxError({
    code: 'STATE_FILE_OF_ANOTHER_SCENARIO',
    message: `The state file belongs to a sandbox with other options: ${saved.scenario}.`,
    remedy: 'Start the sandbox with those options, or name another state file.',
    file: path,
  });
}

/** The last generated day of a state file, so that a start on a later day can use the same option without repeating it. */
export function stateUntil(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return z.object({ until: z.string() }).parse(JSON.parse(parseState(path).scenario)).until;
}

function parseState(path: string): SavedSandbox {
  try {
    return savedSandbox.parse(currentVersion(JSON.parse(readFileSync(path, 'utf8'), revive)));
  } catch (cause) {
    throw new SandboxError({
      code: 'STATE_FILE_UNREADABLE',
      message: 'The state file was not written by this version of the sandbox.',
      remedy: 'Delete it to start with new keys and generated data only, or name another state file.',
      file: path,
      cause,
    });
  }
}

const version3 = z.looseObject({ version: z.literal(3), life: z.string() });

/** Version 3 called the options of the scenario `life`. */
function currentVersion(saved: unknown): unknown {
  const earlier = version3.safeParse(saved);
  if (!earlier.success) return saved;
  const { life: scenario, ...rest } = earlier.data;
  return { ...rest, version: 4, scenario };
}

/** Writes the state atomically. It holds keys, so only its owner can read it. */
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
