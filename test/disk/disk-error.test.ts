import { expect, test } from 'vitest';
import { diskError } from '../../src/disk/disk-error.ts';

const ofSystem = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['a full disk', ofSystem('ENOSPC', 'ENOSPC: no space left on device, write'), 'DISK_FULL'],
  ['a quota', ofSystem('EDQUOT', 'EDQUOT: disk quota exceeded'), 'DISK_FULL'],
  ['a limit on the size of files', ofSystem('EFBIG', 'EFBIG: file too large, write'), 'DISK_FULL'],
  [
    'a database that cannot grow',
    new Error('IO Error: Could not write file "a": No space left on device'),
    'DISK_FULL',
  ],
  ['a cause', new Error('not loaded', { cause: ofSystem('ENOSPC', 'write') }), 'DISK_FULL'],
  ['a folder of another user', ofSystem('EACCES', "EACCES: permission denied, mkdir 'data'"), 'FOLDER_READ_ONLY'],
  [
    'a file system mounted for reading',
    ofSystem('EROFS', "EROFS: read-only file system, open 'a'"),
    'FOLDER_READ_ONLY',
  ],
  ['a database there', new Error('IO Error: Cannot open file "a": Permission denied'), 'FOLDER_READ_ONLY'],
  ['a firewall', ofSystem('EACCES', 'connect EACCES 192.0.2.1:443'), undefined],
  ['a port below 1024', ofSystem('EACCES', 'listen EACCES: permission denied 0.0.0.0:80'), undefined],
  ['another error', new TypeError('column a holds number, not text'), undefined],
  ['what is no error', 'ENOSPC', undefined],
])('%s is named', (_, error, code) => {
  expect(diskError(error)?.code).toBe(code);
});
