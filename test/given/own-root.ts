import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { RunningSandbox } from '../../packages/sandbox/src/start.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import { packageRoot } from '../../src/package-root.ts';
import type { Ran } from './command.ts';
import { companyAt } from './sandbox-config.ts';
import { placeWarehouse } from './warehouse.ts';

/*
 * A machine for an example of operation: the files of this machine with others above them, in namespaces of their own. What is written
 * there is gone afterwards. The network is shared, so that a sandbox of the test can be reached.
 */

/** The user of the examples on such a machine. */
export const operator = { uid: 64_990, gid: 64_990 };

/** Prepares the root, and becomes the first process of the machine. $1 is the folder, $2 the repository. */
const boot = `set -eu
mount -t tmpfs tmpfs "$1/top"
mkdir "$1/top/upper" "$1/top/work" "$1/top/root"
cp -a "$1/upper/." "$1/top/upper/"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/top/upper,workdir=$1/top/work" "$1/top/root"
cd "$1/top/root"
mkdir -p opt/tieout var/lib/tieout var/lib/containers former
mount --rbind "$2" opt/tieout
mount --bind "$1/data" var/lib/tieout
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
# what belongs to the kernel is not changed
mount --bind proc/sys proc/sys
mount -o remount,ro,bind proc/sys
mount -t tmpfs -o mode=755 tmpfs dev
for each in null zero full random urandom tty fuse; do touch "dev/$each"; mount --bind "/dev/$each" "dev/$each"; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for each in dev/shm run tmp var/tmp var/lib/containers; do mount -t tmpfs -o mode=1777 tmpfs "$each"; done
chmod 755 run
# only what the test starts
for each in usr/lib/systemd/system etc/systemd/system; do rm -rf "$each"/*.wants; done
rm -rf usr/lib/systemd/system-generators etc/cron.d/e2scrub_all
pivot_root . former
umount -l former
# as systemd finds it on a machine
mount --make-rshared /
cd /
shift 2
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"`;

/** A group of processes of its own, which is removed at the end; then the machine. */
const outer = `set -eu
mount --make-rprivate /
mkdir -p "$1/groups" "$1/top"
mount -t cgroup2 cgroup2 "$1/groups"
group="$1/groups/tieout-test-$$"
mkdir "$group"
status=0
sh -c 'echo $$ > "$0/cgroup.procs"; exec setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --cgroup --ipc --uts sh -c "$@"' \\
  "$group" "$BOOT" boot "$@" ||
  status=$?
echo $$ > "$1/groups/cgroup.procs"
for tries in 1 2 3 4 5 6 7 8 9 10; do
  find "$group" -depth -type d -exec rmdir {} + 2>"$1/left" && break
  sleep 0.2
done
exit $status`;

/** Why such a machine cannot be started here; undefined where it can. */
function obstacle(): string | undefined {
  if (process.platform !== 'linux') return 'not Linux';
  if (process.getuid?.() !== 0) return 'not root';
  const probe = 'mount --make-rprivate / && mount -t tmpfs t /mnt && mkdir /mnt/u /mnt/w /mnt/r /mnt/c';
  const overlay = 'mount -t overlay o -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/r && mount -t cgroup2 c /mnt/c';
  const namespaces = ['--mount', '--pid', '--fork', '--cgroup', '--ipc', '--uts'];
  try {
    execFileSync('unshare', [...namespaces, 'sh', '-c', `${probe} && ${overlay}`], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no namespaces, or no overlay';
  }
}

const isProgram = (name: string) => {
  const folders = ['/usr/bin', '/usr/sbin', '/bin', '/sbin', '/lib/systemd'];
  return folders.some((folder) => readdirSync(folder).includes(name));
};

/** Why a test that needs such a machine with these programs is skipped, for its title; undefined where it is not. */
export function missingFor(...programs: readonly string[]): string | undefined {
  const absent = programs.filter((name) => !isProgram(name));
  return absent.length > 0 ? `no ${absent.join(', ')}` : obstacle();
}

export type OwnRoot = Awaited<ReturnType<typeof givenOwnRoot>>;
type Placed = { mode?: number; owner?: number };

/** A folder whose files will be those of a machine that is started later: `place` writes one; `data` is its /var/lib/tieout. */
export function givenOwnRoot() {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-root-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  // these tests are not about its preparation
  placeWarehouse(companyPaths(data, 'acme').warehouse);
  execFileSync('chmod', ['-R', 'u=rwX,go=', data]);
  execFileSync('chown', ['-R', `${operator.uid}:${operator.gid}`, data]);
  const place = (path: string, content: string, { mode = 0o644, owner = 0 }: Placed = {}) => {
    const file = join(folder, 'upper', path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(file, content);
    chmodSync(file, mode);
    chownSync(file, owner, owner);
  };
  const { uid, gid } = operator;
  place(
    '/etc/passwd',
    `${readFileSync('/etc/passwd', 'utf8')}tieout:x:${uid}:${gid}::/var/lib/tieout:/usr/sbin/nologin\n`,
  );
  place('/etc/group', `${readFileSync('/etc/group', 'utf8')}tieout:x:${gid}:\n`);
  place('/etc/shadow', 'root:*:20000:0:99999:7:::\ntieout:!:20000::::::\n', { mode: 0o600 });
  place('/etc/fstab', '');
  place('/etc/hostname', 'example\n');
  // as npm installs the command
  mkdirSync(join(folder, 'upper/usr/local/bin'), { recursive: true });
  execFileSync('ln', ['-s', '/opt/tieout/dist/cli.js', join(folder, 'upper/usr/local/bin/tieout')]);
  return { folder, data, place, start: (...command: string[]) => startRoot(folder, command) };
}

const running: (() => Promise<void>)[] = [];

/** Ends the machines that were started. */
export const stopMachines = async () => void (await Promise.all(running.splice(0).map((stop) => stop())));

/** A machine ends with the test, also where that is killed. */
const dying = ['--pdeathsig', 'KILL'];

/** Starts a machine whose first process is this command; `stopMachines` ends it. */
async function startRoot(folder: string, command: readonly string[]) {
  const child = spawn(
    'setpriv',
    [...dying, 'unshare', '--mount', 'sh', '-c', outer, 'outer', folder, packageRoot, ...command],
    {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', BOOT: boot },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)));
  const ended = once(child, 'exit');
  const children = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  /** The first process of the machine: two steps below the one that was started here. */
  const first = () => {
    const [inner = ''] = children(child.pid ?? 0);
    const [pid = ''] = inner === '' ? [] : children(Number(inner));
    return pid === '' ? undefined : Number(pid);
  };
  const nameOf = (pid: number | undefined) =>
    pid === undefined ? '' : readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  const wanted = command[0]?.split('/').at(-1)?.slice(0, 15) ?? '';
  for (let tries = 0; child.exitCode === null && tries < 200; tries += 1) {
    if (nameOf(first()) === wanted) break;
    await pause(50);
  }
  const pid = first();
  if (pid === undefined || nameOf(pid) !== wanted) throw new Error(`The machine did not start: ${said}`);
  running.push(async () => {
    if (child.exitCode === null) process.kill(pid, 'SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  return {
    said: () => said,
    /** The path of a file of the machine, from outside. */
    outside: (path: string) => join(`/proc/${pid}/root`, path),
    /** Runs a program on the machine, as root. */
    run: (program: string, ...args: string[]): Promise<Ran> =>
      new Promise((resolve) => {
        const entered = ['--target', String(pid), '--mount', '--pid', '--ipc', '--uts', '--cgroup', '--root', '--wd'];
        const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
        execFile('nsenter', [...entered, program, ...args], { env, maxBuffer: 64e6 }, (error, out, err) =>
          resolve({ status: error === null ? 0 : Number(error.code ?? -1), out, err }),
        );
      }),
  };
}

export type Machine = Awaited<ReturnType<typeof startRoot>>;

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>, what: () => string, seconds = 40): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not within ${seconds} s: ${what()}`);
    await pause(100);
  }
}

/** The configuration of a company at a sandbox, whose secrets are files with this beginning; and the secrets. */
export function operatedConfig(sandbox: RunningSandbox, beginning: string) {
  const { company } = companyAt(sandbox);
  const file = (name: string) => ({ file: `${beginning}${name}` });
  const config = {
    data_dir: '/var/lib/tieout',
    warehouse: { threads: 1 },
    companies: [
      {
        ...company,
        currencies: ['MYR'],
        gateway: { ...company.gateway, secret_key: file('gateway.key') },
        payout: { ...company.payout, api_key: file('payout.key'), api_secret: file('payout.secret') },
        // due at any time of the day
        schedule: { at: '00:00', deadline: '23:59' },
      },
    ],
  };
  return {
    yaml: stringify(config),
    secrets: {
      'gateway.key': sandbox.gatewaySecretKey,
      'payout.key': sandbox.payoutApiKey,
      'payout.secret': sandbox.payoutApiSecret,
    },
  };
}
