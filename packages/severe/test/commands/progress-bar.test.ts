import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { expect } from 'chai';
import { progressBar } from '../../src/commands/import/progress-bar.ts';

/** What is written to a terminal, or to what is none, while a file of 100 MB is read. */
function written(isTTY: boolean): string {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80, rows: 20, cursorTo() {}, clearLine() {} });
  const bar = progressBar(stream as unknown as WriteStream);
  for (let done = 0; done <= 1e8; done += 1e7) bar.show(done, 1e8);
  bar.end();
  return ((stream.read() ?? '') as Buffer | string).toString();
}

describe('severe import, the progress bar', () => {
  it('shows the part of the file that was read, on a terminal only', () => {
    expect(written(true)).to.match(/100 MB/);
    expect(written(false)).to.equal('');
  });
});
