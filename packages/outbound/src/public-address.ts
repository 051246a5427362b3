import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not global unicast: the entries of the IANA IPv4 Special-Purpose Address Registry, multicast, and
 * the reserved class E. The registry has exceptions inside 192.0.0.0/24 (port control, TURN); they are refused as well.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry/
 */
const reserved4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and the broadcast address
];

/**
 * The only IPv6 network that is assigned as global unicast. Loopback, mapped, compatible, translated, NAT64, unique local,
 * link-local and multicast addresses are all outside of it.
 *
 * @see https://www.iana.org/assignments/ipv6-unicast-address-assignments/
 */
const globalUnicast6 = ['2000::/3'];

/**
 * IPv6 networks inside `globalUnicast6` that are not global unicast, or embed an IPv4 address.
 *
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry/
 */
const reserved6 = [
  '2001::/23', // IETF protocol assignments; Teredo (2001::/32) embeds IPv4
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, embeds IPv4
  '3fff::/20', // documentation
];

const refused4 = blockList(reserved4, 'ipv4');
const unicast6 = blockList(globalUnicast6, 'ipv6');
const refused6 = blockList(reserved6, 'ipv6');

/**
 * Whether an address is global unicast, so that a request to it leaves every network of the operator. False for a text that
 * is not an address in its usual form, an address with a zone, and every IPv6 form that embeds an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused4.check(address, 'ipv4');
    case 6:
      return (
        !address.includes('%') &&
        unicast6.check(address, 'ipv6') &&
        !refused6.check(address, 'ipv6') &&
        !isIsatap(address)
      );
    default:
      return false;
  }
}

/**
 * Whether an address is that of a public IPv4 host behind the translator of an IPv6-only network: the well-known prefix
 * 64:ff9b::/96 (RFC 6052), as name servers with DNS64 give it.
 */
export function isPublicThroughNat64(address: string): boolean {
  if (isIP(address) !== 6 || address.includes('%')) return false;
  const parts = hextetsOf(address);
  if (parts[0] !== 0x64 || parts[1] !== 0xff9b || parts.slice(2, 6).some((part) => part !== 0)) return false;
  const [, , , , , , high, low] = parts;
  return isPublicAddress([high >> 8, high & 255, low >> 8, low & 255].join('.'));
}

/** Whether the interface identifier is that of ISATAP (RFC 5214): `[02]00:5efe` and an IPv4 address, in any network. */
function isIsatap(address: string): boolean {
  const [, , , , universal, marker] = hextetsOf(address);
  return marker === 0x5efe && (universal & ~0x0200) === 0;
}

/** The eight numbers of an IPv6 address. @param address valid, without a zone */
function hextetsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]/`); // in the form of RFC 5952, without an IPv4 part
  const [head, tail] = hostname.slice(1, -1).split('::').map((part) => (part === '' ? [] : part.split(':'))); // prettier-ignore
  const parts = tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head;
  return parts.map((part) => Number.parseInt(part, 16));
}

function blockList(networks: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
