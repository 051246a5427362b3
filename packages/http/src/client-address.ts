import { isIPv4, isIPv6 } from 'node:net';

/** Longer than any address with its port and its brackets. */
const longest = 80;

/**
 * Who asks, as far as an address can tell: an IPv4 address, or the /64 of an IPv6 address, since a subscriber has at
 * least that many of his own. An IPv4 address is the same in its IPv6 clothes (`::ffff:192.0.2.1`).
 *
 * Each proxy adds to the right of `X-Forwarded-For` whom it was asked by, so with `hops` proxies of ours the entry that
 * many from the right was written by us; what stands left of it anybody could have written. Where there are fewer entries,
 * the first one is taken; where there is no address in that place, the peer's.
 *
 * @param peer      the other end of the connection; undefined once it is gone
 * @param forwarded the header; several of them joined by commas
 * @param hops      proxies of ours in front of us; 0: the header is not looked at
 * @returns one text for each client; `unknown` where nothing is known
 */
export function clientAddress(peer: string | undefined, forwarded: string | undefined, hops: number): string {
  const told = hops > 0 && forwarded !== undefined ? networkOf(entryOf(forwarded, hops)) : undefined;
  return told ?? networkOf(peer ?? '') ?? 'unknown';
}

/** The entry so many from the right. The list may be as long as a header can be, and what counts stands at its end. */
function entryOf(list: string, fromRight: number): string {
  let end = list.length;
  for (let left = fromRight; ; left--) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
    if (left === 1 || comma < 0) return list.slice(comma + 1, end);
    end = comma;
  }
}

/** Undefined for what is no address: `unknown`, a name, nothing. Some proxies write a port behind it. */
function networkOf(given: string): string | undefined {
  if (isIPv4(given)) return given;
  if (given.length > longest) return undefined;
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

/** The eight groups of 16 bits of an IPv6 address (RFC 4291, 2.2) that is known to be one. */
function groupsOf(address: string): number[] {
  const groups: number[] = [];
  let gap = 8; // where `::` stands for as many zeros as are missing
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
