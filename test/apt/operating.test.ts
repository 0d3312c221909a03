import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RunningSandbox } from '../../packages/sandbox/src/start.ts';
import { packageRoot } from '../../src/package-root.ts';
import {
  givenOwnRoot,
  type Machine,
  missingFor,
  type OwnRoot,
  operatedConfig,
  operator,
  stopMachines,
  until,
} from '../given/own-root.ts';
import { daysAgo, givenSandbox } from '../given/shop.ts';

/*
 * The examples of docs/examples, started as they are by cron, systemd and Podman, on a machine with files of its own. Where these
 * programs or the permission for namespaces are missing, the title says what.
 */

const example = (name: string) => readFileSync(join(packageRoot, 'docs', 'examples', name), 'utf8');
const day = daysAgo(1);
const titled = (missing: string | undefined, title: string) =>
  missing === undefined ? title : `${title} [${missing}]`;
let sandbox: RunningSandbox;

afterAll(stopMachines);

beforeAll(async () => {
  sandbox = await givenSandbox({ days: 2, ordersPerDay: 4, breaks: 'services', currencies: ['MYR'] });
});

/** Writes the configuration and the secrets. Returns the secrets. */
function configure(root: OwnRoot, { at, owner = 0, read }: { at: string; owner?: number; read?: string }) {
  const { yaml, secrets } = operatedConfig(sandbox, read ?? `${at}/`);
  root.place('/etc/tieout/tieout.yaml', yaml);
  for (const [name, secret] of Object.entries(secrets)) root.place(join(at, name), secret, { mode: 0o600, owner });
  return Object.values(secrets);
}

const ranDay = z.object({ kind: z.literal('run'), date: z.string(), outcome: z.string() });

/** The days that were run, and their outcomes. */
function ranDays(folder: string) {
  const path = join(folder, 'runs.jsonl');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"kind":"run"'));
  return lines.map((line) => {
    const { date, outcome } = ranDay.parse(JSON.parse(line));
    return { date, outcome };
  });
}

/** The day is reported, and everything in the data directory belongs to the user, who alone can read it. */
function expectReported(folder: string, { uid }: { uid: number } = operator) {
  const report = join(folder, 'reports', day, 'acme');
  expect(readdirSync(report)).toEqual(expect.arrayContaining(['verdicts.json', expect.stringMatching(/\.xlsx$/)]));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const { mode, uid: owner } = statSync(join(folder, name));
    expect([name, owner, mode & 0o077]).toEqual([name, uid, 0]);
  }
}

const noCron = missingFor('cron', 'faketime');

test.skipIf(noCron !== undefined)(titled(noCron, 'Cron runs the lines of tieout.cron at their times'), async () => {
  const root = givenOwnRoot();
  const secrets = configure(root, { at: '/etc/tieout/secrets', owner: operator.uid });
  root.place('/etc/cron.d/tieout', example('tieout.cron'));
  root.place('/etc/crontab', '');
  root.place('/usr/sbin/sendmail', '#!/bin/sh\ncat > "/tmp/mail-$$.part" && mv "/tmp/mail-$$.part" "/tmp/mail-$$"\n', {
    mode: 0o755,
  });
  // the clock of cron, not of what it starts, a few seconds before both lines have been due
  const month = Temporal.Now.plainDateISO('UTC').toPlainYearMonth().toString();
  const machine = await root.start('/usr/bin/sleep', 'infinity');
  const cron = async (before: string) => {
    const clock = `@${month}-03 ${before}`;
    const script = `TZ=UTC setsid faketime -f '${clock}' cron -f >/tmp/cron 2>&1 &`;
    expect((await machine.run('sh', '-c', script)).status).toBe(0);
  };
  const mails = () => {
    const folder = machine.outside('/tmp');
    const names = readdirSync(folder).filter((name) => /^mail-\d+$/.test(name));
    return names.map((name) => readFileSync(join(folder, name), 'utf8'));
  };
  await cron('00:59:57');
  await until(
    () => ranDays(root.data).length > 0,
    () => `no run; ${mails().join('')}`,
  );
  await until(
    async () => (await machine.run('pgrep', '-u', 'tieout')).status === 1,
    () => 'the run goes on',
  );
  await machine.run('sh', '-c', 'kill "$(cat /run/crond.pid)"');
  await until(
    async () => (await machine.run('pgrep', '-x', 'cron')).status === 1,
    () => 'cron goes on',
  );
  expect(ranDays(root.data)).toEqual([{ date: day, outcome: 'breaks' }]);
  expectReported(root.data);
  expect(mails()).toEqual([]);
  // the status of the same command in the same environment, for whoever calls it otherwise
  const [line] = example('tieout.cron')
    .split('\n')
    .filter((each) => each.startsWith('*/10'));
  const command = line?.replace(/^(\S+\s+){5}tieout\s+/, '') ?? '';
  const user = ['--reuid', 'tieout', '--regid', 'tieout', '--clear-groups'];
  const env = ['SHELL=/bin/sh', 'PATH=/usr/local/bin:/usr/bin:/bin', 'HOME=/var/lib/tieout', 'LOGNAME=tieout'];
  expect(await machine.run('setpriv', ...user, 'env', '-i', ...env, '/bin/sh', '-c', command)).toEqual({
    ...{ status: 3, out: '', err: '' },
  });
  // the close of a month before the company's first day takes little: no day is fetched again
  const config = machine.outside('/etc/tieout/tieout.yaml');
  writeFileSync(config, readFileSync(config, 'utf8').replace('zone:', `starts_on: "${daysAgo(0)}"\n    zone:`));
  await cron('01:34:57');
  await until(
    () => mails().length > 0,
    () => 'no mail',
  );
  const [mail = ''] = mails();
  expect(mail).toContain('To: finance-operations@acme.example');
  expect(mail).toContain('close last-month');
  expect(mail).toMatch(/\nacme: \S+ is not closed/);
  for (const secret of secrets) expect(mail).not.toContain(secret);
});

const noSystemd = missingFor('systemd', 'systemctl', 'journalctl', 'nsenter');
const units = ['tieout.service', 'tieout-run@.service', 'tieout-run@.timer'];

test.skipIf(noSystemd !== undefined)(
  titled(noSystemd, 'systemd verifies the units, and finds little to restrict'),
  async () => {
    const root = givenOwnRoot();
    for (const name of units) root.place(`/etc/systemd/system/${name}`, example(name));
    const machine = await root.start('/usr/bin/sleep', 'infinity');
    const instances = ['tieout.service', 'tieout-run@acme.service', 'tieout-run@acme.timer'];
    const verified = await machine.run('systemd-analyze', 'verify', ...instances);
    expect(verified).toEqual({ status: 0, out: '', err: '' });
    for (const name of ['tieout.service', 'tieout-run@.service']) {
      const path = `/etc/systemd/system/${name}`;
      // 10 is a service without any restriction; the threshold is in tenths
      const { status, out } = await machine.run('systemd-analyze', 'security', '--offline=yes', '--threshold=15', path);
      expect([status, out.split('\n').filter((line) => line.startsWith('✗')).length > 0], out).toEqual([0, true]);
    }
  },
);

/** Boots systemd with the units and nothing else. */
async function givenSystemd(root: OwnRoot): Promise<Machine> {
  root.place(
    '/etc/systemd/system/example.target',
    `[Unit]
Requires=basic.target
Wants=systemd-journald.service systemd-journald.socket systemd-journald-dev-log.socket
After=basic.target systemd-journald.service
`,
  );
  const options = ['--unit=example.target', '--log-target=journal', '--show-status=no'];
  const machine = await root.start('/lib/systemd/systemd', ...options);
  const isActive = async () => (await machine.run('systemctl', 'is-active', 'example.target')).status === 0;
  await until(isActive, machine.said);
  return machine;
}

const shown = async (machine: Machine, unit: string, ...properties: string[]) => {
  const { out } = await machine.run('systemctl', 'show', unit, ...properties.map((name) => `--property=${name}`));
  const lines = out
    .trim()
    .split('\n')
    .map((line) => line.split(/=(.*)/s));
  return Object.fromEntries(lines.map(([name = '', value]) => [name, value]));
};
const journal = async (machine: Machine, unit: string) =>
  (await machine.run('journalctl', '--unit', unit, '--output=cat', '--no-pager')).out;

test.skipIf(noSystemd !== undefined)(
  titled(noSystemd, 'systemd runs tieout.service, and stops it after the day'),
  async () => {
    const root = givenOwnRoot();
    const secrets = configure(root, { at: '/etc/tieout/secrets', read: '/run/credentials/tieout.service/secrets_' });
    root.place('/etc/systemd/system/tieout.service', example('tieout.service'));
    const machine = await givenSystemd(root);
    const started = await machine.run('systemctl', 'start', 'tieout.service');
    expect(started, await journal(machine, 'tieout.service')).toEqual({ status: 0, out: '', err: '' });
    const landing = join(root.data, 'acme', 'landing', 'index.jsonl');
    await until(
      () => existsSync(landing),
      () => 'nothing is received',
    );
    const { MainPID: pid = '' } = await shown(machine, 'tieout.service', 'MainPID');
    const status = (await machine.run('cat', `/proc/${pid}/status`)).out;
    expect(status).toContain(`Uid:\t${[operator.uid, operator.uid, operator.uid, operator.uid].join('\t')}\n`);
    for (const line of ['CapBnd:\t0000000000000000', 'CapEff:\t0000000000000000', 'NoNewPrivs:\t1', 'Seccomp:\t2'])
      expect(status).toContain(line);
    // the day is in progress
    expect(ranDays(root.data)).toEqual([]);
    expect((await machine.run('systemctl', 'stop', 'tieout.service')).status).toBe(0);
    expect(await shown(machine, 'tieout.service', 'Result', 'ExecMainStatus')).toEqual({
      Result: 'success',
      ExecMainStatus: '0',
    });
    expect(ranDays(root.data), await journal(machine, 'tieout.service')).toEqual([{ date: day, outcome: 'breaks' }]);
    expectReported(root.data);
    for (const secret of secrets) expect(await journal(machine, 'tieout.service')).not.toContain(secret);
    console.log(await journal(machine, 'tieout.service'));
  },
);

test.skipIf(noSystemd !== undefined)(
  titled(noSystemd, 'systemd runs a company at the time of tieout-run@.timer'),
  async () => {
    const root = givenOwnRoot();
    configure(root, { at: '/etc/tieout/secrets/acme', read: '/run/credentials/tieout-run@acme.service/secrets_' });
    root.place('/etc/systemd/system/tieout-run@.service', example('tieout-run@.service'));
    // in a few seconds by the clock of the zone that the example names
    const soon = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').add({ seconds: 8 });
    const timer = example('tieout-run@.timer')
      .replace(
        '06:30:00 Asia/Kuala_Lumpur',
        `${soon.toPlainTime().toString({ smallestUnit: 'second' })} Asia/Kuala_Lumpur`,
      )
      .replace('RandomizedDelaySec=20min', 'RandomizedDelaySec=0');
    root.place('/etc/systemd/system/tieout-run@.timer', timer);
    const machine = await givenSystemd(root);
    const unit = 'tieout-run@acme.service';
    expect((await machine.run('systemctl', 'enable', '--now', 'tieout-run@acme.timer')).status).toBe(0);
    const isOver = async () => {
      const { ActiveState, ExecMainExitTimestampMonotonic } = await shown(
        machine,
        unit,
        'ActiveState',
        'ExecMainExitTimestampMonotonic',
      );
      return ActiveState !== 'activating' && ExecMainExitTimestampMonotonic !== '0';
    };
    await until(isOver, () => 'the run does not end');
    const said = await journal(machine, unit);
    expect(await shown(machine, unit, 'Result', 'ExecMainStatus'), said).toEqual({
      Result: 'success',
      ExecMainStatus: '3',
    });
    expectReported(root.data);
    console.log(said);
  },
);

const noPodman = missingFor('podman', 'crun', 'catatonit', 'npm');

/** The settings of Podman where no more is allowed than here, and no network is set up for containers. */
const containersConf = `[containers]
default_ulimits = ["nofile=1024:4096", "nproc=4096:4096"]
netns = "host"
cgroups = "disabled"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
`;
/** Makes the base image of the file from the Node and the npm of this machine; a registry is not asked. */
const baseImage = `set -eu
mkdir -p /base/usr/bin /base/usr/lib/node_modules /base/usr/etc /base/etc/ssl/certs /base/var/lib /base/tmp
cd /base
chmod 1777 tmp
for each in bin lib lib64 sbin; do mkdir -p usr/$each; ln -s usr/$each $each; done
for each in node sh env rm mkdir chown; do
  path=$(readlink -f "$(command -v $each)")
  cp "$path" usr/bin/$each
  ldd "$path" | grep -o '/[^ ]*' | while read -r library; do
    mkdir -p ".$(readlink -f "$(dirname "$library")")"
    cp -L "$library" ".$(readlink -f "$(dirname "$library")")/"
  done
done
cp -L /lib/*-linux-gnu/libnss_dns.so.2 /lib/*-linux-gnu/libresolv.so.2 usr/lib/*-linux-gnu/
cp -r /usr/lib/node_modules/npm usr/lib/node_modules/
ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/bin/npm
cp -L /etc/ssl/certs/ca-certificates.crt etc/ssl/certs/
printf 'root:x:0:0::/root:/bin/sh\n' > etc/passwd
printf 'cafile=/etc/ssl/certs/ca-certificates.crt\nprefer-offline=true\nupdate-notifier=false\n' > usr/etc/npmrc
tar -c . | podman import --quiet - "$1"
`;

/** A command of the comment at the head of the container file, as a person copies it. */
const documented = (beginning: string) => {
  const text = example('Containerfile').replace(/^# ?/gm, '');
  const [command = ''] = new RegExp(`^ +${beginning}[^]*?[^\\\\]$`, 'm').exec(text) ?? [];
  return command.replace(/\\\n/g, ' ').trim();
};

describe.skipIf(noPodman !== undefined)(titled(noPodman, 'The container file'), () => {
  let root: OwnRoot;
  let machine: Machine;

  beforeAll(() => {
    root = givenOwnRoot();
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', join(root.folder, 'upper', 'build')];
    root.place('/build/Containerfile', example('Containerfile'));
    execFileSync('npm', pack, { cwd: packageRoot });
  });

  // the timers of the checks are those of systemd otherwise
  const call = (command: string) =>
    machine.run('sh', '-c', `cd /build && export DISABLE_HC_SYSTEMD=true && ${command}`);
  const made = async (command: string) => {
    const { status, out, err } = await call(command);
    expect(status, `${command}\n${out}${err}`).toBe(0);
    return out.trim();
  };

  test('Podman builds the image from the packed product', async () => {
    configure(root, { at: '/etc/tieout/secrets', read: '/run/secrets/' });
    root.place('/etc/containers/containers.conf', containersConf);
    machine = await root.start('/usr/bin/sleep', 'infinity');
    const [, base = ''] = /^FROM (.*)$/m.exec(example('Containerfile')) ?? [];
    expect(await machine.run('sh', '-c', baseImage, 'sh', base)).toMatchObject({ status: 0 });
    const cache = join(homedir(), '.npm');
    const given = existsSync(cache) ? `--volume ${cache}:/root/.npm:O` : '';
    const here = `podman build --isolation=chroot --layers=false --pull=never ${given}`;
    await made(documented('podman build').replace('podman build', here));
    expect(await made("podman image inspect tieout:0.2.0 --format '{{.User}} {{.Config.Healthcheck}}'")).toMatch(
      /^10001:10001 .*schedule\.prom/,
    );
    // no secret in the image
    expect(await made("podman image inspect tieout:0.2.0 --format '{{.Config.Env}}'")).not.toMatch(/key|secret/i);
  });

  test('Podman runs it read-only and without rights; it stops after the day, and its data is complete', async () => {
    const names = ['gateway.key', 'payout.key', 'payout.secret'];
    const create = documented('podman secret create');
    for (const name of names) await made(create.replaceAll('gateway.key', name));
    const [secret = ''] = /--secret \S+/.exec(documented('podman run --detach')) ?? [];
    const all = names.map((name) => secret.replace('gateway.key', name)).join(' ');
    const run = documented('podman run --detach').replace(secret, all);
    await made(run);
    const volume = await made("podman volume inspect tieout-data --format '{{.Mountpoint}}'");
    const data = machine.outside(volume);
    await until(
      () => existsSync(join(data, 'acme', 'landing', 'index.jsonl')),
      () => 'nothing is received',
    );
    const look = `node -e 'const fs = require("fs");
      for (const path of ["/x", "/usr/x", "/etc/tieout/x"]) try { fs.writeFileSync(path, ""); } catch (error) { console.log(error.code); }
      console.log(fs.readFileSync("/proc/1/status", "utf8"))'`;
    const seen = await made(`podman exec tieout ${look}`);
    expect(seen).toMatch(/^EROFS\nEROFS\nEROFS\n/);
    for (const line of ['Uid:\t10001\t', 'CapBnd:\t0000000000000000', 'NoNewPrivs:\t1']) expect(seen).toContain(line);
    // the day is in progress
    expect(ranDays(data)).toEqual([]);
    await made('podman stop tieout');
    const { out, err } = await call('podman logs tieout');
    expect(await made("podman inspect tieout --format '{{.State.ExitCode}}'"), `${out}${err}`).toBe('0');
    expect(ranDays(data), `${out}${err}`).toEqual([{ date: day, outcome: 'breaks' }]);
    expectReported(data, { uid: 10_001 });
    // started again, it has nothing to do, and is healthy
    await made('podman start tieout');
    await until(
      async () => (await call('podman healthcheck run tieout')).status === 0,
      () => 'not healthy',
    );
    await until(
      async () => (await call('podman logs tieout')).err.split('runs daily at').length === 3,
      () => 'not started again',
    );
    await made('podman stop tieout');
    expect(ranDays(data)).toHaveLength(1);
    // one run, with its exit status
    const options = run.replace(/^podman run --detach --init --name tieout/, '').replace(/ tieout:0\.2\.0$/, '');
    expect((await call(documented('podman run --rm').replace('…', options))).status).toBe(3);
    expect(ranDays(data)).toHaveLength(2);
  });
});
