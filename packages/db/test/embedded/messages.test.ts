import { expect } from 'chai';
import { MessageReader } from '../../src/embedded/messages.ts';

/** A message: its type unless it is the first, its length with the four bytes of the length itself, its content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, content]);
}
const request = (code: number) => message('', Buffer.from(new Int32Array([code]).buffer).reverse());
const startup = message('', Buffer.from('\0\x03\0\0user\0severe\0\0'));
const stream = Buffer.concat([
  request(80877103),
  startup,
  message('Q', Buffer.from('select 1\0')),
  message('S', Buffer.alloc(0)),
  message('P', Buffer.alloc(300, 'x')),
]);

const read = (chunks: Buffer[]) => {
  const reader = new MessageReader();
  return chunks.flatMap((chunk) => [...reader.push(chunk)].map(({ type, bytes }) => [type, bytes.length]));
};
const expected = [
  ['ssl', 8],
  ['startup', startup.length],
  ['Q', 14],
  ['S', 5],
  ['P', 305],
];

describe('embedded/messages', () => {
  it('cuts a stream into messages wherever it is torn', () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      expect(read([stream.subarray(0, cut), stream.subarray(cut)]), `torn at ${cut}`).to.deep.equal(expected);
    }
    expect(read(Array.from(stream, (byte) => Buffer.of(byte)))).to.deep.equal(expected);
  });

  it('gives the bytes of a message unchanged', () => {
    const reader = new MessageReader();
    const all = [...reader.push(stream.subarray(0, 40)), ...reader.push(stream.subarray(40))];
    expect(Buffer.concat(all.map(({ bytes }) => bytes)).equals(stream)).to.equal(true);
  });

  it('recognizes requests to cancel and requests for encryption', () => {
    expect(read([request(80877102)])[0][0]).to.equal('cancel');
    expect(read([request(80877104)])[0][0]).to.equal('ssl');
  });

  for (const [what, length] of [
    ['a negative length', -1],
    ['too short a length', 3],
    ['two gigabytes', 0x7fffffff],
  ] as const) {
    it(`refuses ${what} before anything is gathered`, () => {
      const bytes = Buffer.of(0x51, 0, 0, 0, 0);
      bytes.writeInt32BE(length, 1);
      expect(() => read([startup, bytes])).to.throw(Error, `message length is ${length + 1}, expected`);
    });
  }
});
