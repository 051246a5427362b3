import { isIPv4, isIPv6 } from 'node:net';

/** Longer than any address with port and brackets. */
const maxLength = 80;

/**
 * The identity of a client by its address: an IPv4 address, or the /64 network of an IPv6 address, since a subscriber
 * has at least a /64. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) counts as the IPv4 address.
 *
 * Each proxy appends the address of its client to the right of `X-Forwarded-For`. With `hops` trusted proxies, the entry
 * at that position from the right is trusted; entries left of it may be forged. If there are fewer entries, the first one
 * is used; if the entry is not an address, the address of the peer.
 *
 * @param peer      remote address of the connection; undefined once it is closed
 * @param forwarded the header; several of them joined by commas
 * @param hops      number of trusted proxies in front of the service; 0: the header is ignored
 * @returns one text per client; `unknown` if there is no address
 */
export function clientAddress(peer: string | undefined, forwarded: string | undefined, hops: number): string {
  const reported = hops > 0 && forwarded !== undefined ? networkOf(entryOf(forwarded, hops)) : undefined;
  return reported ?? networkOf(peer ?? '') ?? 'unknown';
}

/**
 * The /48 network that contains a client, its site: providers assign up to a /48 to one subscriber (RFC 6177). Undefined for
 * IPv4.
 *
 * @param client as `clientAddress` returns it
 */
export function siteOf(client: string): string | undefined {
  if (!client.endsWith('::/64')) return undefined;
  return `${client.slice(0, client.lastIndexOf(':', client.length - 6))}::/48`;
}

/**
 * The network of a client, in which somebody may have many addresses: the /24 of an IPv4 address, the /48 of an IPv6 network.
 *
 * @param client as `clientAddress` returns it
 */
export function networkOfClient(client: string): string {
  return isIPv4(client) ? `${client.slice(0, client.lastIndexOf('.'))}.0/24` : (siteOf(client) ?? client);
}

/** The entry at a position from the right. The list may be as long as a header; only its end is read. */
function entryOf(list: string, fromRight: number): string {
  let end = list.length;
  for (let left = fromRight; ; left--) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
    if (left === 1 || comma < 0) return list.slice(comma + 1, end);
    end = comma;
  }
}

/** Undefined if the text is not an address, such as `unknown` or a name. Some proxies append a port. */
function networkOf(given: string): string | undefined {
  if (isIPv4(given)) return given;
  if (given.length > maxLength) return undefined;
  const text = given.trim();
  const address = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (isIPv4(address)) return address;
  return isIPv6(address) ? networkOfIPv6(address) : undefined;
}

function networkOfIPv6(address: string): string {
  const zone = address.indexOf('%');
  const [a, b, c, d, e, f, g, h] = groupsOf(zone < 0 ? address : address.slice(0, zone));
  const mapped = f === 0xffff && (a | b | c | d | e) === 0;
  if (mapped) return `${g >> 8}.${g & 255}.${h >> 8}.${h & 255}`;
  return `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:${d.toString(16)}::/64`;
}

const colon = 58;

/** The eight 16-bit groups of a valid IPv6 address (RFC 4291, 2.2). */
function groupsOf(address: string): number[] {
  const groups: number[] = [];
  let gap = 8; // position of `::`, which stands for the missing zeros
  let start = 0;
  for (let i = 0; i <= address.length; i++) {
    if (i < address.length && address.charCodeAt(i) !== colon) continue;
    if (i === start) gap = groups.length;
    else pushGroups(groups, address.slice(start, i));
    start = i + 1;
  }
  while (groups.length < 8) groups.splice(gap, 0, 0);
  return groups;
}

function pushGroups(groups: number[], text: string): void {
  if (!text.includes('.')) return void groups.push(Number.parseInt(text, 16));
  const [a, b, c, d] = text.split('.').map(Number);
  groups.push((a << 8) | b, (c << 8) | d);
}
