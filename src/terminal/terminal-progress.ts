import { redactSecrets } from '../config/secret.ts';
import type { Progress } from '../domain/progress.ts';
import type { Log } from './log.ts';

export type Terminal = {
  write(text: string): void;
  columns: number;
  /** Whether a line may rewrite itself. */
  isAnimated: boolean;
  isColoured: boolean;
};

export type TerminalProgress = Progress & {
  log: Log;
  /** Takes the running line away before something else is written, or at the end; a step that did not end is marked. */
  close(isFailed: boolean): void;
};

type RunningStep = { title: string; total: number | undefined; count: number; text: string; began: number };

const refreshMs = 100;
const clearLine = '\r\u001b[2K';

/** 0.4 s, 12 s, 3 min 05 s */
export function elapsedText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}

function countText({ count, total }: RunningStep): string {
  if (total !== undefined) return `${count.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return count === 0 ? '' : count.toLocaleString('en');
}

/** One line, without what would move the cursor, cut to the width. */
function oneLine(text: string, columns: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a server's text must not drive the terminal
  const plain = redactSecrets(text).replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
  return plain.length > columns - 1 ? `${plain.slice(0, Math.max(0, columns - 2))}…` : plain;
}

/** Steps on a terminal: the running one on a line that rewrites itself, those done above it with count and time. */
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
  const drawSeldom = () => {
    if (now() - drawnAt >= refreshMs) draw();
  };
  let ticking: NodeJS.Timeout | undefined;
  const tick = () => {
    if (terminal.isAnimated && ticking === undefined) ticking = setInterval(draw, refreshMs).unref();
  };
  const rest = () => {
    clearInterval(ticking);
    ticking = undefined;
  };
  const end = (step: RunningStep, mark: string, colour: number, text: string) => {
    running.splice(running.indexOf(step), 1);
    if (running.length === 0) rest();
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
          drawSeldom();
        },
        advance: () => {
          step.count += 1;
          drawSeldom();
        },
        done: (text) => {
          if (running.includes(step)) end(step, '✓', 32, text ?? '');
        },
      };
    },
    log: { info: say('·', 2), warn: say('!', 33), error: say('✗', 31) },
    close: (isFailed) => {
      rest();
      if (isFailed) for (const step of [...running]) end(step, '✗', 31, step.text);
      running.length = 0;
      clear();
    },
  };
}
