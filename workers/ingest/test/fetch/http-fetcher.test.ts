import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { collectGarbage } from '@severe/async/collect-garbage';
import { DataError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import type { Received } from '../../src/fetch/exchange.ts';
import type { Fetcher } from '../../src/fetch/fetcher.ts';
import { HostGates } from '../../src/fetch/host-gates.ts';
import { createHttpFetcher } from '../../src/fetch/http-fetcher.ts';

/** Hosts that never ask for a pause. */
class OpenGates extends HostGates {
  override answered(): void {}
}
const gates = new OpenGates(() => ({ concurrent: 100, perSecond: 1000 }));

describe('fetch/http-fetcher', () => {
  let server: Server;
  let answer: RequestListener;
  let fetcher: Fetcher;
  let port: number;
  const { signal } = new AbortController();

  before(async () => {
    server = createServer((req, res) => answer(req, res));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
    fetcher = createHttpFetcher({ providers: `http://127.0.0.1:${port}` }, new AbortController().signal, { gates });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const failure = async (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => expect.fail('expected a failure'),
      (error: unknown) => error,
    );

  it('puts the host of the provider into the path, and sends its User-Agent', async () => {
    answer = (req, res) => res.end(`${req.url} ${req.headers['user-agent']}`);
    expect(await fetcher.text('https://a.example/b/c?d=e%2F')).to.match(/^\/a\.example\/b\/c\?d=e%2F severe\//);
  });

  it('names its version, its project, and the contact of the operator', async () => {
    answer = (req, res) => res.end(req.headers['user-agent']);
    const asked = createHttpFetcher({ providers: `http://127.0.0.1:${port}`, contact: 'ops@a.example' }, signal, {
      gates,
    });
    const text = await asked.text('https://a.example/');
    expect(text).to.match(/^severe\/\d+\.\d+\.\d+ \(https:\/\/github\.com\/severe-weather\/severe; ops@a\.example\)$/);
  });

  it('asks the mirror of a host, and follows its redirects', async () => {
    const at = `http://127.0.0.1:${port}`;
    const mirrored = createHttpFetcher({ providerHosts: { 'a.example': `${at}/mirror` } }, signal, { gates });
    answer = (req, res) => (req.url === '/mirror/old' ? redirect(res, '/mirror/new?x=1') : res.end(req.url));
    expect(await mirrored.text('https://a.example/old')).to.equal('/mirror/new?x=1');
    answer = (_req, res) => redirect(res, '/elsewhere');
    expect(await failure(mirrored.text('https://a.example/')))
      .to.be.instanceOf(DataError)
      .with.property('code', 'redirect');
  });

  it('counts what it receives, with the time of the provider', async () => {
    const received: Received[] = [];
    const counting = createHttpFetcher({ providers: `http://127.0.0.1:${port}` }, signal, {
      gates,
      meter: { received: (each) => void received.push(each), failed: () => undefined },
    });
    answer = (_req, res) => res.writeHead(200, { date: 'Fri, 27 Nov 2026 05:00:00 GMT' }).end('12345');
    await counting.text('https://a.example/');
    expect(received).to.deep.equal([
      { host: 'a.example', status: 200, bytes: 5, sentAt: new Date('2026-11-27T05:00:00Z') },
    ]);
  });

  it('sends its User-Agent and the headers that a provider requires', async () => {
    answer = (req, res) => {
      const { 'content-type': type, authorization } = req.headers;
      req.setEncoding('utf8').on('data', (body: string) => res.end([req.method, type, authorization, body].join(' ')));
    };
    const text = await fetcher.text('https://a.example/', { post: { id: 'x' }, authorization: 'Token t' });
    expect(text).to.equal('POST application/json Token t {"id":"x"}');
  });

  it('requests a byte range and requires a partial response', async () => {
    answer = (req, res) => res.writeHead(206).end(req.headers.range);
    expect(String(await fetcher.bytes('https://a.example/', { range: { first: 3, last: 9 } }))).to.equal('bytes=3-9');
    expect(String(await fetcher.bytes('https://a.example/', { range: { first: 3 } }))).to.equal('bytes=3-');
    answer = (_req, res) => res.end('the whole file');
    const error = await failure(fetcher.bytes('https://a.example/', { range: { first: 3 } }));
    expect(error).to.be.instanceOf(DataError).with.property('message', 'a.example answers 200, expected 206');
  });

  it('unpacks a gzip file, up to its bound, and refuses one that is damaged', async () => {
    const packed = gzipSync('a,b\n'.repeat(1000));
    answer = (_req, res) => res.end(packed);
    expect(await fetcher.text('https://a.example/list.csv.gz')).to.equal('a,b\n'.repeat(1000));
    const tooLong = await failure(fetcher.text('https://a.example/', { maxBytes: 3999 }));
    expect(tooLong).to.be.instanceOf(DataError).with.property('code', 'gzip');
    answer = (_req, res) => res.end(packed.subarray(0, -9));
    const damaged = await failure(fetcher.changedText('https://a.example/'));
    expect(damaged).to.be.instanceOf(DataError).with.property('code', 'gzip');
  });

  it('returns the headers of a received response', async () => {
    const heard: (string | null)[] = [];
    const ask = () =>
      fetcher.text('https://a.example/', { onHeaders: (headers) => heard.push(headers.get('cache-control')) });
    answer = (_req, res) => res.writeHead(200, { 'cache-control': 'max-age=60' }).end('text');
    await ask();
    answer = (_req, res) => res.writeHead(404, { 'cache-control': 'max-age=9' }).end();
    await ask();
    expect(heard).to.deep.equal(['max-age=60']);
  });

  it('gives undefined for what is not there', async () => {
    answer = (_req, res) => res.writeHead(404).end('<html>');
    expect(await fetcher.bytes('https://a.example/')).to.equal(undefined);
  });

  it('sends validators only for responses that it stores', async () => {
    const asked: unknown[] = [];
    answer = (req, res) => {
      const { 'if-none-match': tag, 'if-modified-since': since, accept } = req.headers;
      asked.push([tag, since, accept]);
      if (tag === '"a"') return res.writeHead(304).end();
      return res.writeHead(200, { etag: '"a"', 'last-modified': 'Wed, 20 May 2026 22:18:00 GMT' }).end('\ufefflist');
    };
    const ask = () => fetcher.changedText('https://a.example/list', { accept: 'application/geo+json' });
    expect((await ask())!.text).to.equal('list');
    const second = (await ask())!; // the first was not taken in
    second.markStored();
    expect(await ask()).to.equal(undefined);
    expect(asked).to.deep.equal([
      [undefined, undefined, 'application/geo+json'],
      [undefined, undefined, 'application/geo+json'],
      ['"a"', 'Wed, 20 May 2026 22:18:00 GMT', 'application/geo+json'],
    ]);
    answer = (_req, res) => res.writeHead(404).end('<html>');
    expect(await failure(fetcher.changedText('https://a.example/list'))).to.be.instanceOf(DataError);
    answer = (_req, res) => res.writeHead(304).end();
    expect(await failure(fetcher.changedText('https://b.example/list'))).to.be.instanceOf(DataError); // nobody asked
  });

  it('retries later after an error', async () => {
    answer = (_req, res) => res.writeHead(429, { 'retry-after': '7' }).end();
    expect(await failure(fetcher.bytes('https://a.example/'))).to.include({
      system: 'a.example',
      retryAfterSeconds: 7,
    });
    answer = (_req, res) => res.writeHead(503).end();
    expect(await failure(fetcher.bytes('https://a.example/'))).to.be.instanceOf(UpstreamError);
    answer = (_req, res) => void res.destroy();
    expect(await failure(fetcher.bytes('https://a.example/'))).to.be.instanceOf(UpstreamError);
  });

  it('waits at most its time limit, however slowly bytes arrive', async () => {
    answer = (_req, res) => {
      const timer = setInterval(() => res.write('.'), 20);
      res.on('close', () => clearInterval(timer));
    };
    const error = await failure(fetcher.bytes('https://a.example/', { timeoutMs: 200 }));
    expect(error).to.be.instanceOf(UpstreamError);
  });

  it('waits at most its time limit when memory is freed meanwhile', async () => {
    answer = (_req, res) => {
      const timer = setInterval(() => res.write('x'), 20);
      res.on('close', () => clearInterval(timer));
    };
    const freeing = setInterval(collectGarbage, 20);
    const error = await failure(fetcher.text('https://a.example/', { timeoutMs: 50 })).finally(() =>
      clearInterval(freeing),
    );
    expect(error)
      .to.be.instanceOf(UpstreamError)
      .with.property('message')
      .that.matches(/does not respond: no end within 200 ms/);
  });

  it('stops reading past the limit, counted after decompression', async () => {
    answer = (_req, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1 << 20)));
    const error = await failure(fetcher.bytes('https://a.example/', { maxBytes: 1000 }));
    expect(error).to.be.instanceOf(DataError).with.property('code', 'too-large');
  });

  it('removes a byte order mark', async () => {
    answer = (_req, res) => res.end('\uFEFF{}');
    expect(await fetcher.text('https://a.example/')).to.equal('{}');
  });

  it('follows redirects to the same host and to its known new host', async () => {
    const hops: Record<string, string> = {
      '/a.example/1': '/a.example/2?x=y',
      '/a.example/2?x=y': `http://127.0.0.1:${port}/a.example/3`,
      '/a.example/3': '4',
      '/weather.uwyo.edu/1': '/weather.arcc.uwyo.edu/2',
    };
    answer = ({ url }, res) => (hops[url!] ? redirect(res, hops[url!]) : res.end(url));
    expect(await fetcher.text('https://a.example/1')).to.equal('/a.example/4');
    expect(await fetcher.text('https://weather.uwyo.edu/1')).to.equal('/weather.arcc.uwyo.edu/2');
  });

  it('refuses a fourth redirect, and a redirect of a POST', async () => {
    answer = (_req, res) => redirect(res, '/a.example/');
    const endless = await failure(fetcher.text('https://a.example/'));
    expect(endless).to.be.instanceOf(DataError).with.property('message', 'a.example redirects more than 3 times');
    const post = await failure(fetcher.text('https://a.example/', { post: {} }));
    expect(post).to.be.instanceOf(DataError).with.property('message', 'a.example redirects a POST');
  });

  it('requests nothing outside the base that replaces the providers', async () => {
    const requests: string[] = [];
    const elsewhere = createServer((req, res) => {
      requests.push(`elsewhere ${req.url}`);
      res.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port: other } = elsewhere.address() as AddressInfo;
    const locations = [`http://127.0.0.1:${other}/a.example/`, '/b.example/', '/', '//127.0.0.1/a.example/', undefined];
    for (const location of locations) {
      answer = (req, res) => {
        requests.push(req.url!);
        redirect(res, location);
      };
      const error = await failure(fetcher.text('https://a.example/'));
      expect(error, location).to.be.instanceOf(DataError).with.property('code', 'redirect');
    }
    elsewhere.close();
    expect(requests).to.deep.equal(locations.map(() => '/a.example/'));
  });

  it('does not send the key of one host to another', async () => {
    answer = (req, res) =>
      req.url === '/weather.uwyo.edu/'
        ? redirect(res, '/weather.arcc.uwyo.edu/')
        : res.end(req.headers.authorization ?? 'none');
    expect(await fetcher.text('https://weather.uwyo.edu/', { authorization: 'Token t' })).to.equal('none');
  });

  it('connects to no private address when it fetches from the real providers', async () => {
    let connections = 0;
    const canary = createTcpServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const url = `https://localhost:${(canary.address() as AddressInfo).port}/`;
    const error = await failure(createHttpFetcher({}, new AbortController().signal).bytes(url));
    canary.close();
    expect(error).to.be.instanceOf(UpstreamError);
    expect((error as Error).message).to.match(/^localhost:\d+ .*URL should lead to a public address/);
    expect(connections).to.equal(0);
  });
});

function redirect(response: ServerResponse, location?: string): void {
  response.writeHead(302, location === undefined ? {} : { location }).end();
}
