import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { expect } from 'chai';

const logModule = JSON.stringify(new URL('../src/log.ts', import.meta.url).href);

/** Runs a program that logs, and gives the lines that its standard error got. */
async function run(program: string, stderr: 'pipe' | number): Promise<{ code: number; lines: any[] }> {
  const source = `const { createLog } = await import(${logModule}); const log = createLog('info', { pid: 7 }); ${program}`;
  const child = spawn(process.execPath, [...process.execArgv, '--input-type=module', '--eval', source], {
    stdio: ['ignore', 'inherit', stderr],
  });
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [code] = (await once(child, 'close')) as [number];
  return {
    code,
    lines: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

describe('base/log', () => {
  it('writes one JSON line for each call, with the bindings', async () => {
    const { code, lines } = await run(`log.info({ a: 1 }, 'first'); log.child({ b: 2 }).warn('second')`, 'pipe');
    expect(code).to.equal(0);
    expect(lines.map((line) => ({ ...line, time: '' }))).to.deep.equal([
      { level: 30, time: '', pid: 7, a: 1, msg: 'first' },
      { level: 40, time: '', pid: 7, b: 2, msg: 'second' },
    ]);
    expect(lines[0].time).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('goes on when the disk of the log is full', async function () {
    if (!existsSync('/dev/full')) return this.skip();
    const full = openSync('/dev/full', 'w');
    const program = `for (let i = 0; i < 100; i++) log.info('line');
      await new Promise((later) => setTimeout(later, 50)); log.info('later'); process.exitCode = 5`;
    const { code } = await run(program, full);
    closeSync(full);
    expect(code).to.equal(5);
  });

  it('counts the lines that were lost, once lines are taken again', async () => {
    const program = `const fs = (await import('node:module')).createRequire('/x.js')('node:fs');
      const write = fs.writeSync; const { syncBuiltinESMExports } = await import('node:module');
      fs.writeSync = () => { throw Object.assign(new Error('full'), { code: 'ENOSPC' }) }; syncBuiltinESMExports();
      log.info('one'); log.info('two'); fs.writeSync = write; syncBuiltinESMExports(); log.info('three'); log.info('four')`;
    const { lines } = await run(program, 'pipe');
    expect(lines.map(({ msg, lost, reason }) => [msg, lost, reason])).to.deep.equal([
      ['lines of the log were lost', 2, 'ENOSPC'],
      ['three', undefined, undefined],
      ['four', undefined, undefined],
    ]);
  });
});
