import type { GivenRecord } from '../../given/matching.ts';

export function bankAndBooks(options: { seed: number; records: number; days: number; company?: string }): {
  records: GivenRecord[];
  truth: string[][];
};
