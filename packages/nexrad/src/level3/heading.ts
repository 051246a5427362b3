import { inflateSync } from 'node:zlib';
import { NexradError } from '../error.ts';
import { limits } from '../limits.ts';

/** The two WMO heading lines before a product. */
export interface Heading {
  /** Type and area, for example "SDUS54". */
  wmo: string;
  /** Sending office, for example "KOUN". */
  office: string;
  /** Day, hour and minute, for example "202016". */
  sentAt: string;
  /** Product and radar, for example "N0QTLX"; empty if the line is missing. */
  awips: string;
}

// A start line with a number, the heading, and the product line: each ends with CR CR LF
const headingPattern =
  // eslint-disable-next-line no-control-regex
  /^(?:\x01\r\r\n\d{3} *\r\r\n)?((?:SD|NX|NO)US\d\d) ([A-Z]{4}) (\d{6})[^\r\n]{0,8}\r\r\n(?:([A-Z0-9]{4,6}) *\r\r\n)?/;

const maxHeadingBytes = 100; // longest heading, bytes

/** The heading at the start of the bytes, and its length. */
export function findHeading(bytes: Uint8Array): { heading: Heading; length: number } | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxHeadingBytes)).toString('latin1');
  const match = headingPattern.exec(head);
  if (!match) return undefined;
  const [{ length }, wmo, office, sentAt, awips = ''] = match;
  return { heading: { wmo, office, sentAt, awips }, length };
}

/**
 * Removes the wrapping of a distribution network: the heading, and on NOAAPort zlib frames with a control block and a
 * second heading inside.
 *
 * @throws {NexradError} `damaged`, `too-large`
 */
export function unwrap(bytes: Uint8Array): { heading?: Heading; product: Uint8Array } {
  const outer = findHeading(bytes);
  const rest = bytes.subarray(outer?.length ?? 0);
  if (!isZlib(rest)) return { heading: outer?.heading, product: rest };

  const frames = inflateFrames(rest);
  const inside = frames.subarray(controlBytes(frames));
  const inner = findHeading(inside);
  return { heading: inner?.heading ?? outer?.heading, product: inside.subarray(inner?.length ?? 0) };
}

function isZlib(bytes: Uint8Array): boolean {
  return bytes[0] === 0x78 && (bytes[0] * 256 + bytes[1]) % 31 === 0;
}

/** Length of the communications control block: halfwords in the low 14 bits of the first two bytes. */
function controlBytes(frames: Uint8Array): number {
  return frames[0] >> 6 === 1 ? ((frames[0] & 0x3f) * 256 + frames[1]) * 2 : 0;
}

function inflateFrames(bytes: Uint8Array): Uint8Array {
  const frames: Buffer[] = [];
  let total = 0;
  for (let at = 0; isZlib(bytes.subarray(at));) {
    const { frame, taken } = inflateOne(bytes.subarray(at), limits.productBytes - total);
    frames.push(frame);
    total += frame.length;
    at += taken;
  }
  return Buffer.concat(frames, total);
}

function inflateOne(bytes: Uint8Array, most: number): { frame: Buffer; taken: number } {
  try {
    const { buffer, engine } = inflateSync(bytes, { info: true, maxOutputLength: Math.max(most, 1) }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { frame: buffer, taken: engine.bytesWritten };
  } catch (cause) {
    const isLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const problem = isLarge ? `the frames unpack to more than ${limits.productBytes} bytes` : 'a zlib frame is damaged';
    throw new NexradError(isLarge ? 'too-large' : 'damaged', problem, { cause });
  }
}
