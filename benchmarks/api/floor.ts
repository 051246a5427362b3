import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { host } from '@severe/testing/services/table';
import type { ThrowawayDatabase } from './database.ts';
import type { Question } from './questions.ts';
import { statementsOf, type Statement } from './statements.ts';

const run = promisify(execFile);
/** Number of connections of the service. */
const connections = 10;
/** pgbench accepts 128 scripts. */
const maxScripts = 100;

/** Performance of the database alone: the statements of the service with their values. */
export interface Floor {
  perSecond: number;
  meanMs: number;
  cpuMs: number;
}

/** Runs statements with pgbench, a C client that does not read rows, over the same number of connections. */
export async function floorOf(
  questions: Question[],
  database: ThrowawayDatabase,
  { folder, seconds }: { folder: string; seconds: number },
): Promise<Floor> {
  mkdirSync(folder, { recursive: true });
  const scripts: string[] = [];
  const statements = await Promise.all(questions.slice(0, maxScripts).map(statementOf));
  for (const [i, { sql }] of statements.entries()) {
    const script = join(folder, `${i}.sql`);
    writeFileSync(script, `${sql};\n`);
    scripts.push('-f', script);
  }
  const mode = statements[0].isPrepared ? 'prepared' : 'simple';
  const where = ['-h', host, '-p', String(database.port), '-U', 'severe', 'severe'];
  const before = database.cpu();
  const { stdout } = await run(
    'pgbench',
    ['-n', '-M', mode, '-c', String(connections), '-j', '1', '-T', String(seconds), ...scripts, ...where],
    { env: { ...process.env, PGOPTIONS: '-c max_parallel_workers_per_gather=0 -c jit=off' }, maxBuffer: 8 << 20 },
  );
  await pause(300); // the server counts ended processes with a delay
  const cpu = database.cpu() - before;
  const [, tps] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
  const [, done] = /actually processed: (\d+)/.exec(stdout) ?? [];
  if (!tps || !done) throw new Error(`pgbench said nothing that can be read:\n${stdout}`);
  return { perSecond: Number(tps), meanMs: (connections * 1000) / Number(tps), cpuMs: (cpu * 1000) / Number(done) };
}

/** The statement of one request. */
async function statementOf(question: Question): Promise<Statement> {
  const made = await statementsOf(question, () => ({
    rows: [{ matched: '0', id: null, greatest: null, revisions: '' }],
  }));
  if (made.length !== 1) throw new Error(`a question was to make one statement, and made ${made.length}`);
  return made[0];
}
