import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { openHttpsReceiver, type HttpsReceiver } from '@severe/testing/https-receiver';
import { checkUrl, createPostAgent, isPublicAddress, post, RefusedAddress, resolvePublic } from '@severe/outbound';
import { answersOf } from './support/answer-names.ts';
import { hostileUrls } from './support/hostile-urls.ts';
import { watchConnections, type WatchedConnections } from './support/watch-connections.ts';

const policy = { allowPrivate: false };

function nameServer(fixture: string): (name: string) => Promise<string[]> {
  const next = answersOf(fixture);
  return async () => next();
}

/** As registration does: the URL, then the addresses of its name. */
async function register(url: string, resolve?: (name: string) => Promise<string[]>): Promise<void> {
  const { host, isAddress } = checkUrl(url, policy);
  if (!isAddress) await resolvePublic(host, policy, resolve);
}

const refused = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return false;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    return true;
  }
};

describe('the address guard', () => {
  let receiver: HttpsReceiver;
  let connections: WatchedConnections;
  before(async () => {
    receiver = await openHttpsReceiver();
  });
  beforeEach(() => {
    connections = watchConnections({ '8.8.8.8': receiver.port, '8.8.4.4': receiver.port });
    receiver.received.length = 0;
    receiver.answer = (_, response) => void response.writeHead(204).end();
  });
  afterEach(() => connections.stop());
  after(() => receiver.close());

  /** Sends as the dispatcher does; a row planted in the database comes here without a registration. */
  const send = (url: string, resolve?: (name: string) => Promise<string[]>) =>
    post(url, {
      headers: {},
      body: '{}',
      policy,
      agent: createPostAgent(1, receiver.ca),
      limits: { connectMs: 500, totalMs: 1000 },
      ...(resolve ? { resolve } : {}),
    });

  const privateTried = () => connections.tried.filter((address) => !isPublicAddress(address));

  for (const { url, kind, expected, why } of hostileUrls.filter(({ kind }) => kind === 'literal')) {
    it(`${kind}: refuses ${url} (${why}) at registration and at connect`, async () => {
      expect(expected).to.equal('422');
      expect(await refused(register(url))).to.equal(true);
      expect((await send(url)).error).to.equal('blocked_address');
      expect(connections.tried).to.deep.equal([]);
    });
  }

  for (const { url, fixture, expected, why } of hostileUrls.filter(({ kind }) => kind === 'dns')) {
    it(`dns: never connects to ${fixture} of ${url} (${why})`, async () => {
      const resolve = nameServer(fixture);
      if (expected === '422') expect(await refused(register(url, resolve))).to.equal(true);
      else await register(url, resolve);
      expect((await send(url, resolve)).error).to.equal('blocked_address');
      expect(privateTried()).to.deep.equal([]);
      expect(receiver.received).to.deep.equal([]);
    });
  }

  for (const { url, fixture, expected } of hostileUrls.filter(({ kind }) => kind === 'redirect')) {
    it(`redirect: ${fixture} is ${expected}, and nothing but the first host is contacted`, async () => {
      receiver.answer = answerOf(fixture);
      const { error } = await send(url, async () => ['8.8.8.8']);
      if (expected === 'fail') expect(error).to.be.oneOf(['status', 'timeout']);
      expect(new Set(connections.tried)).to.deep.equal(new Set(['8.8.8.8']));
      expect(receiver.received).to.have.length(1);
    });
  }

  for (const { url, fixture } of hostileUrls.filter(({ kind }) => kind === 'control')) {
    it(`control: accepts ${url}`, async () => {
      await register(url, nameServer(fixture));
    });
  }

  it('refuses further forms of private addresses', async () => {
    const urls = [
      'https://127.0.0.1./',
      'https://localhost./',
      'https://LOCALHOST:8443/',
      'https://a.b.localhost./',
      'https://0/',
      'https://017700000001/',
      'https://0x7f000001/',
      'https://127.0.0.1:443/',
      'https://①②⑦.0.0.1/',
      'https://127。0。0。1/',
      'https://%31%32%37.0.0.1/',
      'https:\\\\127.0.0.1/',
      'https://example.org\\@127.0.0.1/',
      'https:127.0.0.1',
      'https://[::ffff:7f00:1]/',
      'https://[::127.0.0.1]/',
      'https://[0:0:0:0:0:0:0:1]/',
      'https://[2001:0:7f00:1::]/',
      'https://[2600::5efe:127.0.0.1]/',
      'https://[::]/',
      'https://255.255.255.255/',
      'https://metadata/',
      'https://example.org:22/',
      'https://example.org:0/',
      'https://example.org:1023/',
      'https:// example.org/',
      'https://exam\tple.org/',
      'https://example.org/\n',
      'https://.../',
      'https://',
      'ftp://example.org/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      `https://example.org/${'a'.repeat(2048)}`,
    ];
    for (const url of urls) {
      expect(() => checkUrl(url, policy), url).to.throw(RefusedAddress);
      expect((await send(url)).error, url).to.equal('blocked_address');
    }
    expect(connections.tried).to.deep.equal([]);
  });

  it('accepts ports 443 and above 1023, names in any case, and names with a trailing dot', () => {
    for (const url of ['https://Example.org:443/', 'https://example.org:8443/', 'https://example.org./a?b#c'])
      expect(checkUrl(url, policy).host).to.equal('example.org');
  });

  it('refuses a name of which one address of either family is private', async () => {
    for (const answers of [['8.8.8.8', '::1'], ['2606:4700::1', '10.0.0.1'], ['::ffff:127.0.0.1'], []])
      expect(await refused(resolvePublic('x.dev.test', policy, async () => answers)), String(answers)).to.equal(true);
  });

  it('uses the public addresses of a split set where the policy accepts one, and of an IPv6-only network', async () => {
    const found = async (answers: string[], acceptSplit: boolean) =>
      (await resolvePublic('x.dev.test', { allowPrivate: false, acceptSplit }, async () => answers)).map(
        (one) => one.address,
      );
    expect(await found(['10.0.0.1', '8.8.8.8', 'fd00::1'], true)).to.deep.equal(['8.8.8.8']);
    expect(await found(['8.8.8.8', '64:ff9b::808:808'], false)).to.deep.equal(['8.8.8.8', '64:ff9b::808:808']);
    for (const answers of [['10.0.0.1'], ['64:ff9b::a00:1'], ['64:ff9b:1::808:808'], []])
      expect(await refused(found(answers, true)), String(answers)).to.equal(true);
  });

  it('connects to a checked address, and asks for it once', async () => {
    let asked = 0;
    const result = await send('https://f1.dev.test/ok', async () => (asked++ === 0 ? ['8.8.4.4'] : ['127.0.0.1']));
    expect(result.statusCode).to.equal(204);
    expect([connections.tried, asked]).to.deep.equal([['8.8.4.4'], 1]);
  });

  it('with allowPrivate permits loopback, but neither http nor a low port', () => {
    const loose = { allowPrivate: true };
    expect(checkUrl('https://localhost:8443/', loose).host).to.equal('localhost');
    for (const url of ['http://localhost:8443/', 'https://localhost:22/', 'https://a:b@localhost/'])
      expect(() => checkUrl(url, loose), url).to.throw(RefusedAddress);
  });
});

/** What the receiver of a line answers. */
function answerOf(fixture: string): (request: unknown, response: ServerResponse) => void {
  if (fixture.startsWith('302')) {
    const location = fixture.replace(/^.*Location: /, '');
    return (_, response) => void response.writeHead(302, { location }).end();
  }
  if (fixture === 'never answers') return () => undefined;
  return (_, response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(1 << 20);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
}
