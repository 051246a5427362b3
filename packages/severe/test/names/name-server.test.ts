import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { StartError } from '@severe/base';
import { expect } from 'chai';
import { dnsErrors, serveNames, type NameServer } from '../../src/names/name-server.ts';

describe('serveNames', () => {
  const many = Array.from({ length: 40 }, (_, i) => `10.0.0.${i}`);
  let server: NameServer;
  let resolver: Resolver;

  before(async () => {
    server = await serveNames({ host: '127.0.0.1', port: 0 }, (name) => {
      if (name === 'api.test') return ['10.0.0.1', '192.168.255.0'];
      if (name === 'tiles.test') return many;
      return name === 'away.test' ? dnsErrors.servFail : dnsErrors.nxDomain;
    });
    resolver = new Resolver({ tries: 1 });
    resolver.setServers([`127.0.0.1:${server.port}`]);
  });
  after(() => server.close());

  const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => 'an answer',
      ({ code }: NodeJS.ErrnoException) => code,
    );

  it('answers with the addresses of a name, in any case', async () => {
    expect(await resolver.resolve4('api.test')).to.deep.equal(['10.0.0.1', '192.168.255.0']);
    expect(await resolver.resolve4('API.test')).to.deep.equal(['10.0.0.1', '192.168.255.0']);
    expect(await resolver.resolve4('tiles.test')).to.deep.equal(many);
  });

  it('says why there are none', async () => {
    expect(await codeOf(resolver.resolve4('away.test'))).to.equal('ESERVFAIL');
    expect(await codeOf(resolver.resolve4('other.test'))).to.equal('ENOTFOUND');
    expect(await codeOf(resolver.resolve6('api.test'))).to.equal('ENODATA');
  });

  it('survives what is no question', async () => {
    const socket = createSocket('udp4');
    const head = Buffer.from('abcd00010000000000000000', 'hex');
    for (const message of [
      Buffer.alloc(0),
      Buffer.alloc(11),
      Buffer.from('abcd80000001000000000000', 'hex'), // a response
      Buffer.concat([head, Buffer.from([63, 97])]), // ends within a label
      Buffer.concat([head, Buffer.from([0xc0, 12, 0, 1, 0, 1])]), // points to itself
      Buffer.concat([head, Buffer.from([0, 0])]), // ends before its type
    ])
      socket.send(message, server.port, '127.0.0.1');
    const [response] = (await once(socket, 'message')) as [Buffer];
    expect(response.toString('hex')).to.match(/^abcd8401/); // malformed
    socket.close();
    expect(await resolver.resolve4('api.test')).to.have.length(2);
  });

  it('says that a port cannot be used', async () => {
    const error: unknown = await serveNames({ host: '127.0.0.1', port: server.port }, () => []).catch(
      (e: unknown) => e,
    );
    expect(error).to.be.instanceOf(StartError);
    expect((error as Error).message).to.match(/^port \d+ of 127\.0\.0\.1 cannot be used \(EADDRINUSE\) for UDP$/);
  });
});
