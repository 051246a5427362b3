import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { commandLine } from './support/command-line.ts';

describe('severe', function () {
  this.timeout(60_000);

  it('exits silently when the reader closes the pipe', async () => {
    const child = spawn(process.execPath, [...commandLine, 'openapi']);
    const said = text(child.stderr);
    await once(child.stdout, 'data'); // the document is larger than any pipe
    child.stdout.destroy();
    const [code] = await once(child, 'exit');
    expect([code, await said]).to.deep.equal([0, '']);
  });
});
