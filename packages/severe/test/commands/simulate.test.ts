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
