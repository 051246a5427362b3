// `npm run schemathesis [-- --minutes 20] [--url URL] [OPTIONS OF ITS OWN…]`: checks a service of the storm day against
// its own OpenAPI document with Schemathesis. Skipped if `st` is not installed; SCHEMATHESIS names the program.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { apiPrefix } from '@severe/http';
import { startStormDay } from './hostile/storm-day.ts';

const { values, positionals } = parseArgs({
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

const config = fileURLToPath(new URL('schemathesis.toml', import.meta.url));

/** Database of earlier findings, which are tried first in the next run. */
const cwd = fileURLToPath(new URL('../.cache/schemathesis', import.meta.url));
mkdirSync(cwd, { recursive: true });

const service = values.url === undefined ? await startStormDay() : undefined;
const document = `${service?.url ?? values.url}${apiPrefix}/openapi.json`;
/** The live stream has no end. */
const withoutStreams = ['--exclude-path', '/stream'];
const limits = ['--max-time', String(Number(values.minutes) * 60), '--continue-on-failure', '--no-color'];
const child = spawn(
  st,
  [
    '--config-file',
    config,
    'run',
    document,
    '--checks',
    checks.join(','),
    ...withoutStreams,
    ...limits,
    ...positionals,
  ],
  {
    cwd,
    stdio: 'inherit',
  },
);
const status = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
const log = service?.log().split('\n').slice(2).join('\n') ?? '';
await service?.close();
if (log !== '') console.log(`the service has logged:\n${log}`);
process.exit(status);
