import { expect, test } from 'vitest';
import { statementParts } from '../../src/warehouse/ask.ts';

// each statement after the line on which it begins
test.each<[string, string[]]>([
  ['', []],
  [' ;\n-- a;\n/* b;\n*/;', []],
  ['select 1', ['1: select 1']],
  ["select 'a;''b' ; select \";\"", ["1: select 'a;''b' ", '1: select ";"']],
  ['-- c\n\nselect 1; -- d;\nselect\n2', ['3: select 1', '4: select\n2']],
  ['select $$a;b$$; select $x$;$$;$x$', ['1: select $$a;b$$', '1: select $x$;$$;$x$']],
  ['select 4 - 3; select 4 / 2', ['1: select 4 - 3', '1: select 4 / 2']],
  ["select 'not closed; ", ["1: select 'not closed"]],
])('%j', (sql, expected) => {
  expect(statementParts(sql).map(({ text, line }) => `${line}: ${text}`)).toEqual(expected);
});
