import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientAddress } from '@severe/http';
import { expect } from 'chai';
import * as fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

const runs = Number(process.env['SEVERE_PROXY_RUNS'] ?? 400);
const maxHops = 4;

/** Any IPv6 address, in any of its spellings (RFC 4291, 2.2). */
const ipv6 = fc
  .tuple(
    fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 8, maxLength: 8 }),
    fc.nat(),
  )
  .map(([groups, spelling]) => spellingOf(groups, spelling));
const ipv4 = fc.ipV4();
const mapped = fc
  .tuple(ipv4, fc.constantFrom('::ffff:', '::FFFF:', '0:0:0:0:0:ffff:', '0000::ffff:'))
  .map(([text, before]) => before + text);
const address = fc.oneof(ipv4, ipv6, mapped);
const withPort = fc
  .tuple(address, fc.nat(65_535))
  .map(([text, port]) => (text.includes(':') ? `[${text}]:${port}` : `${text}:${port}`));
const bracketed = ipv6.map((text) => `[${text}]`);
/** What a proxy appends: an address, or what it knows instead of one (RFC 7239, 6). */
const appended = fc.oneof(
  { weight: 6, arbitrary: address },
  withPort,
  bracketed,
  fc.constantFrom(
    'unknown',
    '_hidden',
    'client.example.org',
    '010.0.0.1',
    '1.2.3',
    '0x7f000001',
    '::1%eth0x',
    ':::',
    '1:2:3:4:5:6:7:8:9',
  ),
);
/** What a client may have written before: anything that a header can hold. */
const forged = fc.oneof(
  fc.constant(''),
  fc
    .array(fc.oneof(appended, fc.constantFrom('', ' ', '"', ';', 'for=1.2.3.4')), { maxLength: 5 })
    .map((parts) => parts.join(',')),
  fc.string({ unit: fc.constantFrom(...' ,;=":[].%0123456789abcdefABCDEF_-'.split('')), maxLength: 60 }),
);
const separator = fc.constantFrom(',', ', ', ' ,', ' , ', ',  ');

/** Groups as text: upper or lower case, with zeros before or without, with `::` or without, with an address of IPv4 at its end or without. */
function spellingOf(groups: number[], spelling: number): string {
  const hex = groups.map((group) => group.toString(16).padStart(spelling & 1 ? 4 : 1, '0'));
  const last = [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255].join('.');
  const parts = spelling & 2 ? [...hex.slice(0, 6), last] : hex;
  const zero = groups.slice(0, 6).indexOf(0);
  const end = zero < 0 ? zero : zero + [...groups.slice(zero, 6), 1].findIndex((group) => group !== 0);
  const text =
    spelling & 4 && zero >= 0 ? `${parts.slice(0, zero).join(':')}::${parts.slice(end).join(':')}` : parts.join(':');
  return spelling & 8 ? text.toUpperCase() : text;
}

/** What an entry stands for, by another parser of addresses; undefined if it is none. */
function networkBy(entry: string): string | undefined {
  const bare = entry
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  if (!bare.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(bare) ? bare : undefined;
  if (!ipaddr.IPv6.isValid(bare)) return undefined;
  if (/^::\d+\./.test(bare)) return '0:0:0:0::/64'; // the other parser takes the deprecated form for a mapped address
  const parsed = ipaddr.IPv6.parse(bare);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

describe('trusted proxies', function () {
  this.timeout(300_000);
  const agent = new Agent({ keepAlive: true });
  let server: Server;
  let received: IncomingMessage;

  before(async () => {
    server = createServer((incoming, response) => {
      received = incoming;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    agent.destroy();
    server.close();
  });

  /** Sends headers as they are, repeated ones too, and gives the request as the server has it. */
  async function send(headers: [string, string][]): Promise<IncomingMessage> {
    const { port } = server.address() as AddressInfo;
    const call = request({ port, host: '127.0.0.1', agent, setHost: false });
    call.setHeader('Host', 'a');
    for (const [name, value] of headers) call.appendHeader(name, value);
    call.end();
    const [response] = await once(call, 'response');
    response.resume();
    await once(response, 'end');
    return received;
  }

  it('are told from clients as another parser tells them, whatever clients write', async () => {
    const cases = fc.record({
      hops: fc.integer({ min: 1, max: maxHops }),
      written: fc.array(forged, { maxLength: 2 }),
      name: fc.constantFrom('X-Forwarded-For', 'x-forwarded-for', 'X-FORWARDED-FOR'),
      entries: fc.array(fc.tuple(separator, appended), { minLength: maxHops, maxLength: maxHops }),
      isSplit: fc.boolean(),
      others: fc.subarray(['Forwarded', 'X-Real-IP', 'X-Client-IP', 'CF-Connecting-IP', 'True-Client-IP', 'Via']),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ hops, written, name, entries, isSplit, others }) => {
        const own = entries.slice(0, hops);
        const list = own.map(([between, entry], i) => (i === 0 ? entry : between + entry)).join('');
        const headers: [string, string][] = others.map((other) => [
          other,
          other === 'Forwarded' ? 'for=9.9.9.9' : '9.9.9.9',
        ]);
        for (const text of written) headers.push([name, text]);
        if (isSplit || written.length === 0) headers.push([name, list]);
        else headers[headers.length - 1][1] += `, ${list}`;
        const incoming = await send(headers);
        const forwarded = incoming.headers['x-forwarded-for'] as string;
        const expected = networkBy(proxyAddr(incoming, (_, i) => i < hops)) ?? '127.0.0.1';
        expect(clientAddress(incoming.socket.remoteAddress, forwarded, hops)).to.equal(expected);
        expect(clientAddress(incoming.socket.remoteAddress, forwarded, 0)).to.equal('127.0.0.1');
      }),
      { numRuns: runs },
    );
  });

  it('gives all spellings of an address of IPv6 one client', () => {
    const cases = fc.tuple(
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 8, maxLength: 8 }),
      fc.nat(),
      fc.nat(),
    );
    fc.assert(
      fc.property(cases, ([groups, one, other]) => {
        const clients = [one, other].map((spelling) => clientAddress('192.0.2.1', spellingOf(groups, spelling), 1));
        expect(clients[0])
          .to.equal(clients[1])
          .and.equal(networkBy(spellingOf(groups, one)));
      }),
      { numRuns: runs * 10 },
    );
  });
});
