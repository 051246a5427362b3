import { STATUS_CODES, validateHeaderName, validateHeaderValue, type ServerResponse } from 'node:http';
import { CountedResponse } from './unsent-bytes.ts';

/** Status and headers of a response that is sent many times. */
export interface PreparedHead {
  status: number;
  /** Flat list of names and values. */
  headers: readonly string[];
  /** Status line and headers as they are sent, as text and as bytes: to write text again costs more than to copy bytes. */
  text: string;
  bytes: Uint8Array;
}

/** Prepares status and headers once for all their responses. @throws {TypeError} a header cannot be sent */
export function prepareHead(status: number, headers: readonly string[]): PreparedHead {
  assertHeaders(headers);
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesOf(headers)}`;
  return { status, headers, text, bytes: Buffer.from(text, 'latin1') };
}

/** Checks names and values in turn, as Node does. @throws {TypeError} a header cannot be sent */
export function assertHeaders(headers: readonly string[]): void {
  for (let i = 0; i < headers.length; i += 2) {
    validateHeaderName(headers[i]);
    validateHeaderValue(headers[i], headers[i + 1]);
  }
}

/** The body of a larger response is sent as it is: a copy costs more than a second part. It also bounds what a slow client holds. */
const bufferBytes = 16 * 1024;
let buffer = Buffer.allocUnsafeSlow(bufferBytes);

/**
 * Sends a whole response at once, a small one as one buffer. Node would check and join the headers again for each response.
 * Node sends the response itself if it has to wait for others of its connection, if the connection closes after it, or if
 * the client has not read what it was sent before.
 *
 * @param added headers of this response: names and values in turn, which must be valid
 * @param body  empty for a 304
 */
export function sendPrepared(
  response: ServerResponse,
  head: PreparedHead,
  added: readonly string[],
  body: Uint8Array,
): void {
  const { socket } = response;
  if (!socket?.writable || socket.writableLength > 0 || !isOpen(response))
    return sendByNode(response, head, added, body);
  const own = `${setOn(response)}${linesOf(added)}Date: ${dateNow()}\r\n${keepAliveOf(response)}\r\n`;
  const headLength = head.bytes.length + own.length;
  const length = headLength + body.length;
  response.statusCode = head.status;
  // oxlint-disable-next-line no-underscore-dangle -- Node's own names
  response._header = head.text;
  // oxlint-disable-next-line no-underscore-dangle -- Node's own names
  response._headerSent = true;
  let sent: Uint8Array = body;
  if (length > bufferBytes) {
    socket.cork();
    socket.write(Buffer.concat([head.bytes, Buffer.from(own, 'latin1')]));
    socket.write(body);
    socket.uncork();
  } else {
    buffer.set(head.bytes);
    buffer.write(own, head.bytes.length, 'latin1');
    buffer.set(body, headLength);
    socket.write(buffer.subarray(0, length));
    sent = buffer;
    if (socket.writableLength > 0) buffer = Buffer.allocUnsafeSlow(bufferBytes); // the system has not taken all of it
  }
  response.end();
  if (response instanceof CountedResponse) response.holdUnsent(sent.buffer);
}

function sendByNode(
  response: ServerResponse,
  { status, headers }: PreparedHead,
  added: readonly string[],
  body: Uint8Array,
): void {
  response.writeHead(status, [...headers, ...added]).end(body);
}

/** Properties of Node's responses that it does not document. If a version of Node lacks them, Node sends every response. */
interface Undocumented extends ServerResponse {
  /** The head as text, once it is made. */
  _header: string | null;
  _headerSent: boolean;
  _keepAliveTimeout: number;
}

/** Whether nothing of the response is made, and its connection stays open, as HTTP/1.1 has it by default. */
function isOpen(response: ServerResponse): response is Undocumented {
  const { _header: header, _headerSent: isSent, shouldKeepAlive, req } = response as Partial<Undocumented>;
  return header === null && isSent === false && shouldKeepAlive === true && req?.httpVersion === '1.1';
}

/** Lines of the headers that were set on the response before, such as `X-Replay`. */
function setOn(response: ServerResponse): string {
  let lines = '';
  for (const name of response.getHeaderNames()) lines += `${name}: ${String(response.getHeader(name))}\r\n`;
  return lines;
}

let keepAliveMs = -1;
let keepAlive = '';

function keepAliveOf({ _keepAliveTimeout: ms }: Undocumented): string {
  if (ms !== keepAliveMs) {
    keepAliveMs = ms;
    keepAlive = `Connection: keep-alive\r\n${ms > 0 ? `Keep-Alive: timeout=${Math.floor(ms / 1000)}\r\n` : ''}`;
  }
  return keepAlive;
}

let dateSecond = 0;
let date = '';

/** The moment as an HTTP date, formatted once a second. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = new Date(second * 1000).toUTCString();
  }
  return date;
}

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return lines;
}
