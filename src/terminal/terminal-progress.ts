import stringWidth from 'string-width';
import type { Progress } from '../domain/progress.ts';
import { redactSecrets } from '../domain/secrets.ts';
import { elapsedText } from './elapsed.ts';
import type { Log } from './log.ts';
import { visibleLine } from './visible-text.ts';

export type Terminal = {
  write(text: string): void;
  columns: number;
  /** Whether the current line may be redrawn. */
  isAnimated: boolean;
  isColoured: boolean;
};

export type TerminalProgress = Progress & {
  log: Log;
  /** Clears the running line at the end, and marks each step that has not ended as failed. */
  close(isFailed: boolean): void;
};

type RunningStep = { title: string; total: number | undefined; count: number; text: string; began: number };

const refreshMs = 100;
const clearLine = '\r\u001b[2K';

function countText({ count, total }: RunningStep): string {
  if (total !== undefined) return `${count.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return count === 0 ? '' : count.toLocaleString('en');
}

/** One line, cut to the columns that it takes on the terminal. */
function oneLine(text: string, columns: number): string {
  const plain = visibleLine(redactSecrets(text));
  const room = columns - 1;
  if (stringWidth(plain) <= room) return plain;
  let cut = '';
  let width = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(plain)) {
    width += stringWidth(segment);
    if (width > room - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** Steps on a terminal: the current one on a line that is redrawn, finished ones above it with count and time. */
export function terminalProgress(terminal: Terminal, now: () => number = () => performance.now()): TerminalProgress {
  const running: RunningStep[] = [];
  let isLineShown = false;
  let drawnAt = Number.NEGATIVE_INFINITY;

  const paint = (code: number, text: string) => (terminal.isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  const clear = () => {
    if (isLineShown) terminal.write(clearLine);
    isLineShown = false;
  };
  const line = (mark: string, colour: number, text: string) => {
    clear();
    terminal.write(`${paint(colour, mark)} ${oneLine(text, terminal.columns - 2)}\n`);
  };
  const draw = () => {
    const step = running.at(-1);
    if (!terminal.isAnimated || step === undefined) return;
    drawnAt = now();
    const parts = [step.title, countText(step), step.text, elapsedText(drawnAt - step.began)];
    terminal.write(`${clearLine}${oneLine(`  ${parts.filter((part) => part !== '').join('  ')}`, terminal.columns)}`);
    isLineShown = true;
  };
  const drawThrottled = () => {
    if (now() - drawnAt >= refreshMs) draw();
  };
  let ticking: NodeJS.Timeout | undefined;
  const tick = () => {
    if (terminal.isAnimated && ticking === undefined) ticking = setInterval(draw, refreshMs).unref();
  };
  const stopTicking = () => {
    clearInterval(ticking);
    ticking = undefined;
  };
  const end = (step: RunningStep, mark: string, colour: number, text: string) => {
    running.splice(running.indexOf(step), 1);
    if (running.length === 0) stopTicking();
    const parts = [step.title, countText(step), text, elapsedText(now() - step.began)];
    line(mark, colour, parts.filter((part) => part !== '').join('  '));
  };
  const say = (mark: string, colour: number) => (message: string) => {
    line(mark, colour, message);
    draw();
  };

  return {
    step: (title, total) => {
      const step: RunningStep = { title, total, count: 0, text: '', began: now() };
      running.push(step);
      tick();
      draw();
      return {
        note: (text) => {
          step.text = text;
          drawThrottled();
        },
        advance: () => {
          step.count += 1;
          drawThrottled();
        },
        done: (text, hasFailed = false) => {
          if (running.includes(step)) end(step, hasFailed ? '✗' : '✓', hasFailed ? 31 : 32, text ?? '');
        },
      };
    },
    log: { info: say('·', 2), warn: say('!', 33), error: say('✗', 31) },
    close: (isFailed) => {
      stopTicking();
      if (isFailed) for (const step of [...running]) end(step, '✗', 31, step.text);
      running.length = 0;
      clear();
    },
  };
}
