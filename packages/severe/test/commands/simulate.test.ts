import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@severe/base';
import { createWriter } from '@severe/recording';
import { expect } from 'chai';
import { Command } from 'commander';
import { simulate } from '../../src/commands/simulate.ts';

/** Starts the command in this process and waits for its first line. */
function begin(...args: string[]): { firstLine: Promise<string>; ended: Promise<unknown>; restore: () => unknown } {
  const { stdout } = process;
  const restore = () => Reflect.deleteProperty(stdout, 'write'); // uncovers the stream's own
  const firstLine = new Promise<string>((resolve) => {
    stdout.write = (text: string | Uint8Array) => (resolve(String(text)), true);
  });
  const program = new Command('severe').exitOverride().configureOutput({ writeErr: () => {} });
  simulate(program);
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
  return { firstLine, ended: program.parseAsync(['simulate', ...args], { from: 'user' }), restore };
}

describe('severe simulate', () => {
  it('prints its address, serves the requested time, and stops on SIGTERM', async () => {
    const { firstLine, ended, restore } = begin('--port', '0', '--seed', '3', '--from', '2026-05-20T22:30:00Z');
    const url = /http:\S+/.exec(await firstLine.finally(restore))![0];
    const query = '?list-type=2&prefix=CONUS/EchoTop_18_00.50/20260520/MRMS_EchoTop_18_00.50_20260520-222';
    const answer = await (await fetch(`${url}/noaa-mrms-pds.s3.amazonaws.com/${query}`)).text();
    expect(answer.match(/<Key>/g)).to.have.length.within(4, 5);
    process.emit('SIGTERM');
    await ended;
    const after = await fetch(url).catch((error: unknown) => error);
    expect(after).to.be.instanceOf(TypeError);
  });

  it('serves a recording, from its start', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'severe-simulate-'));
    const of = { simulated: false, settings: {} };
    let now = new Date('2026-05-20T22:00:00Z');
    const writer = await createWriter({ dir, of, maxBytes: 1e6, clock: () => now, log: silentLog });
    const asked = { method: 'GET', url: 'https://api.weather.gov/alerts/active' } as const;
    await writer.answer('nws-alerts', asked, { status: 200, headers: {}, body: Buffer.from('{}') });
    now = new Date('2026-05-20T23:00:00Z');
    await writer.close();
    const { firstLine, ended, restore } = begin('--port', '0', '--recording', dir);
    const line = await firstLine.finally(restore);
    expect(line).to.include('SEVERE_CLOCK=2026-05-20T22:00:00.000Z').and.include('severe start --live');
    const url = /http:[^\s:]+:\d+/.exec(line)![0];
    expect(await (await fetch(`${url}/api.weather.gov/alerts/active`)).text()).to.equal('{}');
    process.emit('SIGTERM');
    await ended;
    rmSync(dir, { recursive: true });
  });

  it('refuses invalid options and states the expected values', async () => {
    const wrong = [
      ['--port', '70000', 'from 0 to 65535'],
      ['--seed', '1.5', 'whole number'],
      ['--speed', 'fast', 'from 0.01 to 1440'],
      ['--from', 'yesterday', 'ISO 8601'],
    ];
    for (const [option, value, needed] of wrong) {
      const { ended, restore } = begin(option, value);
      const error = await ended.catch((caught: unknown) => caught).finally(restore);
      expect((error as Error).message).to.include(needed);
    }
  });
});
