import { isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap, YAMLSeq } from 'yaml';
import { keyText } from '../domain/yaml-places.ts';

/** A renamed key of the configuration. The old key works in this version, with a warning. `isNowList`: its value became a list. */
type RenamedKey = { path: readonly string[]; to: string; isNowList?: true };

/** Reconciliations that were renamed in 0.2; a configuration names them as keys of matching.passes. */
export const renamedReconciliations: Readonly<Record<string, string>> = {
  send_limits_to_instructions: 'allocations_to_payouts',
  send_limit_lifecycle: 'allocation_lifecycle',
};

/** The renamed keys; `*` means every entry of a list. */
export const renamedKeys: readonly RenamedKey[] = [
  { path: ['companies', '*', 'statement', 'deadline_seconds'], to: 'timeout_seconds' },
  { path: ['companies', '*', 'statement', 'format'], to: 'formats', isNowList: true },
  { path: ['decision', 'second_person_for'], to: 'second_approval_for' },
  { path: ['decision', 'second_person_over'], to: 'second_approval_over' },
  { path: ['notice', 'overdue_over'], to: 'overdue_above' },
  ...Object.entries(renamedReconciliations).map(([from, to]) => ({ path: ['matching', 'passes', from], to })),
];

/** An old key in the file. It is not renamed where the new key is in the file too, because one of them is wrong. */
export type RenamedInFile = { path: (string | number)[]; from: string; to: string; isDouble: boolean };

function mapsAt(node: unknown, path: readonly string[], at: (string | number)[]): [YAMLMap, (string | number)[]][] {
  const [part, ...rest] = path;
  if (part === undefined) return isMap(node) ? [[node, at]] : [];
  if (part === '*') return isSeq(node) ? node.items.flatMap((item, index) => mapsAt(item, rest, [...at, index])) : [];
  return isMap(node) ? mapsAt(node.get(part, true), rest, [...at, part]) : [];
}

function keyNamed(map: YAMLMap, name: string): Scalar | undefined {
  const key = map.items.find(({ key: each }) => isScalar(each) && each.value === name)?.key;
  return isScalar(key) ? key : undefined;
}

/** Replaces the single value of a key by a list; the value keeps its position in the file. */
function listInstead(map: YAMLMap, name: string): void {
  const value = map.get(name, true);
  if (!isScalar(value)) return;
  const list = new YAMLSeq();
  list.items.push(value);
  list.range = value.range ?? null;
  map.set(name, list);
}

/** Renames the old keys of a parsed file in place, so that the schema knows only the new names. */
export function renameKeys(root: Node | null): RenamedInFile[] {
  return renamedKeys.flatMap(({ path, to, isNowList }) => {
    const old = path.at(-1) ?? '';
    return mapsAt(root, path.slice(0, -1), []).flatMap(([map, at]) => {
      const key = keyNamed(map, old);
      if (key === undefined) return [];
      const isDouble = keyNamed(map, to) !== undefined;
      if (!isDouble) {
        if (isNowList) listInstead(map, old);
        key.value = to;
      }
      return [{ path: [...at, isDouble ? old : to], from: keyText([...at, old]), to, isDouble }];
    });
  });
}
