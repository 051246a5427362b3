// `npm run schemathesis [-- --minutes 20] [--url URL] [OPTIONS OF ITS OWN…]`: checks a service of the storm day against
// its own OpenAPI document with Schemathesis, with the session of an administrator and with a key, in equal parts of the
// time. With a URL, the service is another one and the requests are anonymous. Skipped if `st` is not installed;
// SCHEMATHESIS names the program.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { apiPrefix } from '@severe/http';
import { startStormDay } from './hostile/storm-day.ts';
import { accountSettings, isKnown, signIns, type Caller } from './schemathesis/accounts.ts';
import { readOptions } from './support/read-options.ts';

const { values, positionals } = readOptions('npm run schemathesis [-- --minutes 20 --url URL OPTIONS OF ITS OWN…]', {
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '20' }, url: { type: 'string' } },
});
const st = process.env['SCHEMATHESIS'] || 'st';
if (spawnSync(st, ['--version']).status !== 0) {
  console.log(`skipped: ${st} does not run; "pip install schemathesis" installs it`);
  process.exit(0);
}

/** Checks of every response. The contract tests check whether a refusal is correct. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
];

const config = fileURLToPath(new URL('schemathesis/schemathesis.toml', import.meta.url));

/** Database of earlier findings, which are tried first in the next run. */
const cwd = fileURLToPath(new URL('../.cache/schemathesis', import.meta.url));
mkdirSync(cwd, { recursive: true });

/** The live stream has no end. */
const endless = '/stream';

/** Runs Schemathesis. @returns its exit code */
async function check(url: string, minutes: number, caller?: Caller): Promise<number> {
  const excluded = [endless, ...(caller?.excluded ?? [])].flatMap((path) => ['--exclude-path', path]);
  const limits = ['--max-time', String(Math.round(minutes * 60)), '--continue-on-failure', '--no-color'];
  const header = caller ? ['--header', caller.header] : [];
  const args = ['--config-file', config, 'run', `${url}${apiPrefix}/openapi.json`, '--checks', checks.join(',')];
  const child = spawn(st, [...args, ...excluded, ...limits, ...header, ...positionals], { cwd, stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

const minutes = Number(values.minutes);
if (values.url !== undefined) process.exit(await check(values.url, minutes));

let status = 0;
for (const signIn of signIns) status = (await checkAs(signIn, minutes / signIns.length)) || status;
process.exit(status);

/** Runs Schemathesis as a caller, on a service of its own: a run uses up the attempts to log in. @returns its exit code */
async function checkAs(signIn: (typeof signIns)[number], minutes: number): Promise<number> {
  const service = await startStormDay(accountSettings);
  try {
    const caller = await signIn(service.url);
    console.log(`\nrequests with ${caller.name}`);
    const status = await check(service.url, minutes, caller);
    if (await isKnown(service.url, caller)) return status;
    console.log(`${caller.name} was refused before the end of the run`);
    return status || 1;
  } finally {
    const log = service.log().split('\n').slice(2).join('\n');
    await service.close();
    if (log !== '') console.log(`the service has logged:\n${log}`);
  }
}
