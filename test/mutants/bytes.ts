import { readFileSync } from 'node:fs';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';

export const bytesOf = (file: LandedFile): Buffer => readFileSync(file.path);
