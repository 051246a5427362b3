import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { StartError } from '@severe/base';

/** Error codes of DNS. */
export const dnsErrors = { formErr: 1, servFail: 2, nxDomain: 3, refused: 5 } as const;
type DnsError = (typeof dnsErrors)[keyof typeof dnsErrors];

/** Addresses (IPv4) of a name in lower case, or why there are none. */
type FindAddresses = (name: string) => readonly string[] | DnsError;

export interface NameServer {
  port: number;
  close: () => Promise<void>;
}

const headBytes = 12;
const typeA = 1;
const classIn = 1;
/** Response, authoritative; an error code is in the low bits. */
const responseFlags = 0x8400;
/** The request of recursion is repeated in the response. */
const recursionDesired = 0x0100;
/** A pointer to the name in the question, type A, class IN, one second, four bytes. */
const recordHead = Buffer.from([0xc0, headBytes, 0, typeA, 0, classIn, 0, 0, 0, 1, 0, 4]);

/** Answers questions for addresses by DNS (RFC 1035) on UDP. @throws {StartError} for a port or an address that cannot be used */
export async function serveNames(where: { host: string; port: number }, find: FindAddresses): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const response = answerTo(message, find);
    if (response) socket.send(response, port, address, () => undefined); // who asks and is gone gets nothing
  });
  socket.bind(where.port, where.host);
  try {
    await once(socket, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`port ${where.port} of ${where.host} cannot be used (${code}) for UDP`, { cause: error });
  }
  return {
    port: socket.address().port,
    async close() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

/** The response to a message; undefined to one that is no question. */
function answerTo(message: Buffer, find: FindAddresses): Buffer | undefined {
  if (message.length < headBytes || (message[2] & 0x80) !== 0) return undefined;
  const question = readQuestion(message);
  const found = question === undefined ? dnsErrors.formErr : find(question.name);
  const isError = typeof found === 'number';
  const addresses = isError || question!.type !== typeA ? [] : found;
  const head = Buffer.alloc(headBytes);
  message.copy(head, 0, 0, 2); // its id
  const flags = responseFlags | (message.readUInt16BE(2) & recursionDesired) | (isError ? found : 0);
  head.writeUInt16BE(flags, 2);
  head.writeUInt16BE(question ? 1 : 0, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((each) => Buffer.concat([recordHead, Buffer.from(each.split('.').map(Number))]));
  return Buffer.concat([head, question?.bytes ?? Buffer.alloc(0), ...records]);
}

/** The one question of a message; undefined if it has none, or several. */
function readQuestion(message: Buffer): { name: string; type: number; bytes: Buffer } | undefined {
  if (message.readUInt16BE(4) !== 1) return undefined;
  const labels: string[] = [];
  let at = headBytes;
  for (;;) {
    const length = message[at];
    if (length === undefined || length > 63) return undefined; // a pointer, which has nowhere to point to
    at++;
    if (length === 0) break;
    labels.push(message.toString('latin1', at, at + length));
    at += length;
  }
  if (at + 4 > message.length) return undefined;
  const name = labels.join('.').toLowerCase();
  return { name, type: message.readUInt16BE(at), bytes: message.subarray(headBytes, at + 4) };
}
