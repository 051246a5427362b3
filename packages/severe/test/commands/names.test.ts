import { spawn } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { commandLine } from '../support/command-line.ts';
import { runCommand } from '../support/run-command.ts';

describe('severe names', function () {
  this.timeout(60_000);
  let replica: Server;

  before(async () => {
    replica = createServer((request, response) => {
      response.statusCode = request.url === '/readyz' ? 200 : 404;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(replica, 'listening');
  });
  after(() => void replica.close());

  it('answers with replicas that are ready, and ends on a signal', async () => {
    const { port } = replica.address() as AddressInfo;
    const args = [...commandLine, 'names', `localhost:${port}`, '--listen', '127.0.0.1:0'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const [, at] = /^severe answers for localhost at 127\.0\.0\.1:(\d+)\n$/.exec(String(said))!;
    const resolver = new Resolver({ tries: 1 });
    resolver.setServers([`127.0.0.1:${at}`]);
    const addressesOf = (name: string): Promise<string[]> => resolver.resolve4(name).catch(() => []);
    expect(await until(async () => (await addressesOf('localhost')).join(' '))).to.equal('127.0.0.1');
    expect(await addressesOf('other')).to.deep.equal([]);
    child.kill('SIGTERM');
    expect(await ended).to.deep.equal([0, null]);
  });

  it('says what it cannot read', () => {
    const { status, stderr } = runCommand('/nonexistent', 'names', 'api');
    expect([status, stderr]).to.deep.equal([2, 'severe: api is not NAME:PORT, such as api:8080\n']);
  });
});
