import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { hasTool } from '@severe/testing/tools';
import { expect } from 'chai';
import { openProgress, type Progress } from '../src/progress.ts';
import { runCommand, runOnTerminal } from './support/run-command.ts';
import { stormFile } from './support/storm-file.ts';

describe('progress of commands', function () {
  this.timeout(60_000);

  /** What some work writes to a terminal, or to what is none. */
  async function written(isTTY: boolean, work: (show: Progress['show']) => void): Promise<string> {
    const stream = Object.assign(new PassThrough(), { isTTY, columns: 80, rows: 20, cursorTo() {}, clearLine() {} });
    const progress = await openProgress(stream as unknown as WriteStream);
    work(progress.show);
    progress.end();
    return ((stream.read() ?? '') as Buffer | string).toString();
  }

  it('is on the terminal before a step begins, which may block the process', async () => {
    let before = '';
    const stream = Object.assign(new PassThrough(), {
      isTTY: true,
      columns: 80,
      rows: 20,
      cursorTo() {},
      clearLine() {},
    });
    const progress = await openProgress(stream as unknown as WriteStream);
    progress.show('decoding');
    before = String(stream.read());
    progress.show('drawing tiles', 500, 1000);
    expect(before).to.include('decoding, 0 s');
    expect(String(stream.read())).to.match(/drawing tiles .* 50 %/);
    progress.end();
  });

  it('is written to a terminal only', async () => {
    expect(await written(true, (show) => show('decoding'))).to.include('decoding');
    expect(await written(false, (show) => show('decoding'))).to.equal('');
  });

  it('shows the stages of `severe render` on a real terminal, and leaves no line there', function () {
    if (!hasTool('script')) this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'severe-progress-'));
    try {
      const file = join(folder, 'storm.grib2');
      writeFileSync(file, stormFile());
      const args = ['render', file, '--product', 'composite-reflectivity', '--out', join(folder, 'out')];
      const text = runOnTerminal(folder, ...args);
      for (const stage of ['reading the file', 'decoding', 'packing values', 'drawing tiles', 'writing'])
        expect(text).to.include(stage);
      expect(text).to.match(/drawing tiles .*\d+ %/);
      expect(text.indexOf('drawing tiles')).to.be.below(text.lastIndexOf('\x1b[2K')); // the line is cleared
      expect(text).to.match(/as radar\/composite-reflectivity\r?\n/);
      const { status, stderr } = runCommand(folder, ...args);
      expect([status, stderr]).to.deep.equal([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
