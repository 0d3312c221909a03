import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/package-root.ts';
import { filesBelow } from './given/sources.ts';

/*
 * The most lines of each room. A change that needs more removes others first, or raises the figure with its reason in the commit. Fewer
 * ideas and libraries make a room smaller; denser lines, joined files and lines moved to another room do not.
 */
const mostLines: Readonly<Record<string, number>> = {
  'packages/files': 10_000,
  'packages/matching': 5000,
  'packages/sandbox': 10_900,
  'src/close': 1650,
  'src/commands': 8_150,
  'src/company': 2960,
  'src/config': 1540,
  'src/connectors': 6650,
  'src/decisions': 1050,
  'src/disk': 650,
  'src/domain': 1250,
  'src/evidence': 1400,
  'src/inspect': 2000,
  'src/judge': 650,
  'src/lake': 600,
  'src/landing': 1000,
  'src/match': 1700,
  'src/messages': 240,
  'src/notice': 820,
  'src/pipeline': 1600,
  'src/privacy': 450,
  'src/receiver': 870,
  'src/reconcile': 3100,
  'src/report': 8_090,
  'src/schedule': 815,
  'src/terminal': 450,
  'src/warehouse': 5250,
  sql: 24_950,
};

const roomsBelow = (folder: string) =>
  readdirSync(join(packageRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

const linesOf = (room: string) =>
  filesBelow(room.startsWith('packages/') ? `${room}/src` : room, room === 'sql' ? ['.sql'] : ['.ts']).reduce(
    (sum, { text }) => sum + text.split('\n').length - 1,
    0,
  );

test('Every room has its figure', () => {
  expect([...roomsBelow('packages'), ...roomsBelow('src'), 'sql'].sort()).toEqual(Object.keys(mostLines).sort());
});

test.each(Object.entries(mostLines))('%s has at most %i lines', (room, most) => {
  expect(linesOf(room)).toBeLessThanOrEqual(most);
});

test('src has at most 51,950 lines', () => {
  expect(roomsBelow('src').reduce((sum, room) => sum + linesOf(room), 0)).toBeLessThanOrEqual(51_950);
});
