import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadSettings, StartError, UpstreamError } from '@severe/base';
import { openObjects } from '@severe/platform';
import { expect } from 'chai';
import { requireService, type ServiceEnv } from '@severe/testing/services';
import { openS3, type S3Address } from '../../src/objects/s3.ts';
import { rejection } from '../support/wait.ts';
import type { CredentialSource } from '../../src/objects/credentials/sources.ts';
import { objectsContract } from './contract.ts';

type Keys = CredentialSource & { from: 'keys' };

const addressOf = (env: ServiceEnv): S3Address => ({
  endpoint: env['S3_ENDPOINT'],
  bucket: env['S3_BUCKET'],
  region: env['S3_REGION'],
  addressing: 'path',
  credentials: keysOf(env),
});
const keysOf = (env: ServiceEnv): Keys => ({
  from: 'keys',
  accessKey: env['S3_ACCESS_KEY'],
  secretKey: env['S3_SECRET_KEY'],
});

describe('platform/objects/s3', () => {
  describe('fulfils the contract', () => {
    objectsContract(async (test) => openObjects(loadSettings(await requireService(test, 'minio'))));
  });

  describe('with a real store', () => {
    let address: S3Address;
    let keys: Keys;
    before(async function () {
      const env = await requireService(this, 'minio');
      address = addressOf(env);
      keys = keysOf(env);
    });

    it('creates the bucket once if several processes start', async () => {
      const stores = await Promise.all([openS3(address), openS3(address), openS3(address)]);
      await stores[0].put('together/x', Buffer.from('x'));
      expect((await stores[2].get('together/x'))?.toString()).to.equal('x');
    });

    it('stores a large object completely', async () => {
      const objects = await openS3(address);
      const large = Buffer.alloc(70 * 1024 * 1024, 'large object ');
      await objects.put('large/x', large);
      expect(await objects.head('large/x')).to.include({ bytes: large.length });
      expect((await objects.getRange('large/x', large.length - 5, 5))?.equals(large.subarray(-5))).to.equal(true);
    });

    for (const [setting, wrong] of [
      ['S3_SECRET_KEY', () => ({ credentials: { ...keys, secretKey: 'wrong' } })],
      ['S3_ACCESS_KEY', () => ({ credentials: { ...keys, accessKey: 'nobody' } })],
      ['S3_BUCKET', () => ({ bucket: 'No Bucket!' })],
    ] as const) {
      it(`names ${setting} if it is wrong`, async () => {
        const error = await rejection(openS3({ ...address, ...wrong() }));
        expect(error).to.be.instanceOf(StartError);
        expect(error.message).to.contain(setting);
      });
    }
  });

  it('does not start without a store, and names the address', async () => {
    const error = await rejection(openS3(fakeAddress(1)));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.match(/object store at http:\/\/127\.0\.0\.1:1: nothing listens there \(ECONNREFUSED\)/);
  });

  it('refuses an endpoint with a path', async () => {
    expect((await rejection(openS3({ ...fakeAddress(1), endpoint: 'http://host/path' }))).message).to.contain('path');
  });

  describe('with a faulty store', () => {
    let answer: (request: IncomingMessage, response: ServerResponse) => void;
    const server = createServer((request, response) => {
      request.resume();
      const isBucket = new URL(request.url!, 'http://x').pathname.split('/').filter(Boolean).length === 1;
      if (isBucket && request.method === 'HEAD') response.end();
      else answer(request, response);
    });
    before((done) => void server.listen(0, '127.0.0.1', done));
    after((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
    const open = () =>
      openS3(fakeAddress((server.address() as AddressInfo).port), { idleMs: 200, totalMs: 600, connections: 2 });

    it('converts 503 to an UpstreamError with a retry time, and reuses its connections', async () => {
      answer = (_, response) => response.writeHead(503, { 'retry-after': '7' }).end('x'.repeat(100_000));
      const objects = await open();
      for (let i = 0; i < 10; i++) {
        const error = (await rejection(objects.get('x'))) as UpstreamError;
        expect(error).to.be.instanceOf(UpstreamError);
        expect(error.system).to.equal('object store');
        expect(error.retryAfterSeconds).to.equal(7);
      }
      answer = (_, response) => response.end('well');
      expect((await objects.get('x'))?.toString()).to.equal('well');
    });

    it('times out if a store sends nothing', async () => {
      answer = () => undefined;
      const objects = await open();
      for (const attempt of [
        () => objects.get('x'),
        () => objects.put('x', Buffer.alloc(10)),
        () => objects.head('x'),
        () => objects.delete(['x']),
      ]) {
        const error = await rejection(attempt());
        expect(error).to.be.instanceOf(UpstreamError);
        expect(error.message).to.contain('silent');
      }
    });

    it('times out if a store sends single bytes slowly', async () => {
      answer = (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        const timer = setInterval(() => response.write('x'), 50);
        response.on('close', () => clearInterval(timer));
      };
      const error = await rejection((await open()).get('x'));
      expect(error).to.be.instanceOf(UpstreamError);
      expect(error.message).to.contain('took longer than 600 ms');
    });

    it('never accepts a truncated body as a short object', async () => {
      answer = (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('x'.repeat(500), () => response.destroy());
      };
      const objects = await open();
      expect(await rejection(objects.get('x'))).to.be.instanceOf(UpstreamError);
      expect(await rejection(objects.getRange('x', 0, 1000))).to.be.instanceOf(UpstreamError);
    });

    it('reports which deletions failed', async () => {
      const failed = '<Error><Key>x</Key><Code>InternalError</Code><Message>try again</Message></Error>';
      answer = (_, response) => response.end(`<?xml version="1.0"?><DeleteResult>${failed}</DeleteResult>`);
      const error = await rejection((await open()).delete(['x', 'y']));
      expect(error).to.be.instanceOf(UpstreamError);
      expect(error.message).to.contain('1 of 2 objects were not deleted, as x: try again (InternalError)');
    });

    it('rejects a truncated listing', async () => {
      answer = (_, response) => response.writeHead(500).end();
      const objects = await open();
      const list = async () => {
        for await (const head of objects.list('')) expect.fail(head.key);
      };
      expect(await rejection(list())).to.be.instanceOf(UpstreamError);
    });

    it('rejects a ping if the bucket is missing', async () => {
      const objects = await open();
      server.removeAllListeners('request');
      server.on('request', (_, response) => response.writeHead(404).end());
      expect((await rejection(objects.ping())).message).to.contain('bucket');
    });
  });
});

const fakeAddress = (port: number): S3Address => ({
  endpoint: `http://127.0.0.1:${port}`,
  bucket: 'severe',
  region: 'us-east-1',
  addressing: 'path',
  credentials: { from: 'keys', accessKey: 'key', secretKey: 'secret' },
});
