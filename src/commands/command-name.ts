import { basename, relative } from 'node:path';
import { npmCommand } from '../config/environment.ts';

type Call = { script: string; cwd: string; npm: string | undefined };

const thisCall = (): Call => ({ script: process.argv[1] ?? 'tieout', cwd: process.cwd(), npm: npmCommand() });

/**
 * The command as the user called it, so that a hint works when it is copied: `tieout` on the path, `npx tieout` in a
 * project, `node dist/cli.js` in a clone.
 */
export function commandName({ script, cwd, npm }: Call = thisCall()): string {
  if (basename(script, '.js') !== 'cli') {
    const isProjects = npm !== undefined || /[\\/]node_modules[\\/]\.bin[\\/]/.test(script);
    return isProjects ? 'npx tieout' : 'tieout';
  }
  const near = relative(cwd, script);
  return `node ${near.startsWith('..') || near === '' ? script : near}`;
}

/** A text whose hints (`tieout run`, in backticks) name the command as the user called it. */
export function withCommandName(text: string, name: string = commandName()): string {
  return text.replaceAll(/`tieout (?=[a-z-])/g, () => `\`${name} `);
}
