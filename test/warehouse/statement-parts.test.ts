import { expect, test } from 'vitest';
import { statementParts } from '../../src/warehouse/ask.ts';

test.each<[string, [string, number][]]>([
  ['', []],
  [' ;\n-- a;\n/* b;\n*/;', []],
  ['select 1', [['select 1', 1]]],
  [
    "select 'a;''b' ; select \";\"",
    [
      ["select 'a;''b' ", 1],
      ['select ";"', 1],
    ],
  ],
  [
    '-- c\n\nselect 1; -- d;\nselect\n2',
    [
      ['select 1', 3],
      ['select\n2', 4],
    ],
  ],
  [
    'select $$a;b$$; select $x$;$$;$x$',
    [
      ['select $$a;b$$', 1],
      ['select $x$;$$;$x$', 1],
    ],
  ],
  [
    'select 4 - 3; select 4 / 2',
    [
      ['select 4 - 3', 1],
      ['select 4 / 2', 1],
    ],
  ],
  ["select 'not closed; ", [["select 'not closed", 1]]],
])('%j', (sql, expected) => {
  expect(statementParts(sql).map(({ text, line }) => [text, line])).toEqual(expected);
});
