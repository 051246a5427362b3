import { clientAddress, networkOfClient, siteOf } from '@severe/http';
import { expect } from 'chai';
import * as fc from 'fast-check';

const peer = '192.0.2.1';

/** Eight groups in hexadecimal, in every way in which they may be written. */
function spellings(groups: number[]): string[] {
  const long = groups.map((group) => group.toString(16).padStart(4, '0')).join(':');
  const short = groups.map((group) => group.toString(16)).join(':');
  const zeros = /(?:^|:)0(?::0)+(?:$|:)/;
  const dotted = [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255].join('.');
  const all = [long, short, short.replace(zeros, '::'), [...short.split(':').slice(0, 6), dotted].join(':')];
  return all.flatMap((text) => [text, text.toUpperCase(), `[${text}]`, `[${text}]:8443`, ` ${text} `]);
}

const group = fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, { arbitrary: fc.nat(0xffff), weight: 3 });
const ipv6 = fc
  .array(group, { minLength: 8, maxLength: 8 })
  .filter((groups) => groups[5] !== 0xffff || groups.slice(0, 5).some((part) => part !== 0)); // no IPv4 in IPv6 clothes

describe('http/client-address', () => {
  it('is the peer of the connection without trusted proxies, for any header', () => {
    expect(clientAddress(peer, '203.0.113.9', 0)).to.equal(peer);
    expect(clientAddress(peer, undefined, 2)).to.equal(peer);
    expect(clientAddress(undefined, undefined, 0)).to.equal('unknown');
  });

  it('is the entry that the first trusted proxy appended', () => {
    const list = '203.0.113.1, 203.0.113.2,203.0.113.3 , 203.0.113.4';
    const found = [1, 2, 3, 4].map((hops) => clientAddress(peer, list, hops));
    expect(found).to.deep.equal(['203.0.113.4', '203.0.113.3', '203.0.113.2', '203.0.113.1']);
  });

  it('is the first entry if there are fewer entries than trusted proxies', () => {
    expect(clientAddress(peer, '203.0.113.1, 203.0.113.2', 16)).to.equal('203.0.113.1');
  });

  it('does not depend on entries before those of trusted proxies', () =>
    fc.assert(
      fc.property(fc.string(), fc.array(fc.ipV4(), { minLength: 1, maxLength: 4 }), (forged, ours) => {
        expect(clientAddress(peer, [forged, ...ours].join(','), ours.length)).to.equal(ours[0]);
      }),
    ));

  it('is the peer if the header has no address in that position', () => {
    for (const bad of [
      '',
      ' ',
      ',',
      'unknown',
      '_hidden',
      '10.0.0',
      '010.0.0.1',
      '1.2.3.4.5',
      ':::',
      '::1::',
      '[::1',
      'x'.repeat(9000),
    ]) {
      expect(clientAddress(peer, bad, 1), bad).to.equal(peer);
      expect(clientAddress(peer, `203.0.113.7, ${bad}, 203.0.113.8`, 2), bad).to.equal(peer);
    }
  });

  it('is defined for any header', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(16), (text, hops) => {
        expect(clientAddress(peer, text, hops))
          .to.be.a('string')
          .and.not.equal('unknown');
      }),
    ));

  it('removes the port of IPv4 addresses, and unwraps IPv4-mapped IPv6 addresses', () =>
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a, b, c, d] = address.split('.').map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const text of [address, `::ffff:${address}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`]) {
          expect(clientAddress(text, undefined, 0), text).to.equal(address);
          expect(clientAddress('::1', text, 1), text).to.equal(address);
        }
        expect(clientAddress('::1', `${address}:50123`, 1)).to.equal(address);
      }),
    ));

  it('counts an IPv6 address by its first 64 bits, however it is written', () =>
    fc.assert(
      fc.property(ipv6, ipv6, (groups, others) => {
        const network = `${groups
          .slice(0, 4)
          .map((part) => part.toString(16))
          .join(':')}::/64`;
        for (const text of spellings(groups)) expect(clientAddress(peer, text, 1), text).to.equal(network);
        const neighbour = [...groups.slice(0, 4), ...others.slice(4, 5), 1, ...others.slice(6)];
        expect(clientAddress(peer, spellings(neighbour)[1], 1)).to.equal(network);
        const elsewhere = [groups[0], groups[1], groups[2], groups[3] ^ 1, ...groups.slice(4)];
        expect(clientAddress(peer, spellings(elsewhere)[0], 1)).to.not.equal(network);
      }),
    ));

  it('has a site of 48 bits for IPv6, and none for IPv4', () => {
    const networks = ['2001:db8:7:a::1', '2001:db8::1', '::1', '192.0.2.1'].map((peer) =>
      clientAddress(peer, undefined, 0),
    );
    expect(networks.map(siteOf)).to.deep.equal(['2001:db8:7::/48', '2001:db8:0::/48', '0:0:0::/48', undefined]);
    expect(siteOf('unknown')).to.equal(undefined);
  });

  it('knows the network of a client: a /24 or a /48', () => {
    const clients = ['192.0.2.77', '2001:db8:7:9::/64', 'unknown'];
    expect(clients.map(networkOfClient)).to.deep.equal(['192.0.2.0/24', '2001:db8:7::/48', 'unknown']);
  });

  it('removes the zone of a link-local address', () => {
    expect(clientAddress('fe80::1%eth0', undefined, 0)).to.equal('fe80:0:0:0::/64');
  });
});
