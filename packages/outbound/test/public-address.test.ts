import { expect } from 'chai';
import { seeded } from '@severe/testing/seeded';
import { toolOutput } from '@severe/testing/tools';
import { isPublicAddress } from '@severe/outbound';

/** Whether Python's `ipaddress` takes an address for global unicast; it has the registries of IANA of its own. */
const pythonSays = `
import ipaddress, sys
for text in sys.argv[1].split():
    a = ipaddress.ip_address(text)
    print('yes' if a.is_global and not a.is_multicast and not a.is_reserved else 'no')`;

describe('isPublicAddress', () => {
  it('accepts global unicast addresses', () => {
    const addresses = ['8.8.8.8', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '223.255.255.255'];
    const v6 = ['2606:4700:4700::1001', '2a00:1450::1', '2001:4860:4860::8888', '2000::1'];
    for (const address of [...addresses, ...v6]) expect(isPublicAddress(address), address).to.equal(true);
  });

  it('refuses every IPv6 form that embeds an IPv4 address, also a public one', () => {
    const forms = {
      mapped: '::ffff:8.8.8.8',
      'mapped in hexadecimal': '::ffff:808:808',
      compatible: '::8.8.8.8',
      translated: '::ffff:0:8.8.8.8',
      NAT64: '64:ff9b::808:808',
      'local NAT64': '64:ff9b:1::808:808',
      '6to4': '2002:808:808::1',
      Teredo: '2001:0:808:808::f7f7:f7f7',
      ISATAP: '2600:1f18::5efe:808:808',
      'ISATAP of a public address': '2600:1f18::200:5efe:808:808',
    };
    for (const [form, address] of Object.entries(forms)) expect(isPublicAddress(address), form).to.equal(false);
  });

  it('refuses what is not an address in its usual form', () => {
    const texts = [
      '',
      'localhost',
      '127.1',
      '0300.0250.0.1',
      '3232235777',
      '0x7f.1',
      '8.8.8.8.',
      '[::1]',
      '8.8.8.8:443',
    ];
    for (const text of texts) expect(isPublicAddress(text), text).to.equal(false);
  });

  it('refuses an address with a zone', () => {
    expect(isPublicAddress('2606:4700::1%eth0')).to.equal(false);
  });

  it('accepts no address that Python does not take for global, at random and at the edges of networks', function () {
    const random = seeded(6);
    const byte = (): number => Math.floor(random() * 256);
    const hextet = (): string => Math.floor(random() * 65536).toString(16);
    const edges = [
      0, 9, 10, 11, 99, 100, 101, 126, 127, 128, 168, 169, 170, 171, 172, 173, 191, 192, 193, 197, 198, 199,
    ];
    const v4 = [...edges, 202, 203, 204, 223, 224, 239, 240, 255, ...Array.from({ length: 200 }, byte)].flatMap(
      (first) => [
        `${first}.${byte()}.${byte()}.${byte()}`,
        `${first}.0.0.0`,
        `${first}.255.255.255`,
        ...[0, 2, 15, 16, 18, 19, 31, 51, 63, 64, 88, 127, 128, 168, 254].map(
          (second) => `${first}.${second}.${byte()}.1`,
        ),
      ],
    );
    const starts = [
      '0',
      '64:ff9b',
      '100',
      '1fff',
      '2000',
      '2001',
      '2001:db8',
      '2001:1ff',
      '2001:200',
      '2002',
      '2003',
      '3fff',
    ];
    const v6 = [
      ...starts,
      '3ffe',
      '3fff:fff',
      '4000',
      '5f00',
      'fc00',
      'fdff',
      'fe80',
      'febf',
      'fec0',
      'ff02',
      '2606',
    ].flatMap((start) => [`${start}::`, `${start}::${hextet()}`, `${start}:${hextet()}:${hextet()}::${hextet()}`]);
    const addresses = [...new Set([...v4, ...v6])];
    const answers = toolOutput(this, 'python3', ['-c', pythonSays, addresses.join(' ')])
      .trim()
      .split('\n');
    expect(answers).to.have.length(addresses.length);

    const accepted = addresses.filter(isPublicAddress);
    const wrong = accepted.filter((address) => answers[addresses.indexOf(address)] !== 'yes');
    // Documentation prefixes that a Python of before 2024 does not know are refused here; the reverse must not happen.
    expect(wrong).to.deep.equal([]);
    const global = addresses.filter((_, i) => answers[i] === 'yes');
    expect(accepted.length / global.length, 'and it does not refuse everything').to.be.greaterThan(0.9);
  });
});
