import { expect, test } from 'vitest';
import { decisionWord, spelledDecision } from '../../src/domain/decision-word.ts';
import { english } from '../../src/messages/words.ts';
import { wordOf } from '../../src/report/code-text.ts';
import { decisionWords } from '../../src/report/workbook/decision-columns.ts';

test('A write-off has one spelling on the command line, in the workbook and in reports, and each other spelling is read', () => {
  expect(decisionWords).toContain(decisionWord('write_off'));
  expect(wordOf('decision', 'write_off', english())).toBe('write-off');
  for (const written of ['write-off', 'write off', 'write_off', ' Write  Off '])
    expect(spelledDecision(written)).toBe(decisionWord('write_off'));
});
