import { expect } from 'chai';
import { normaliseReply } from '../../src/embedded/reply.ts';

const ready = (status: string) => Buffer.from(`Z\0\0\0\x05${status}`, 'latin1');
const error = Buffer.from('E\0\0\0\x05\0', 'latin1');
/** A row whose value ends like a ReadyForQuery. */
const row = Buffer.concat([Buffer.from('D\0\0\0\x10\0\x01\0\0\0\x06', 'latin1'), ready('I')]);

const settle = (parts: Buffer[], ends: boolean) => {
  const { reply, status } = normaliseReply(Buffer.concat(parts), ends);
  return { reply: Buffer.from(reply).toString('latin1'), status };
};
const text = (...parts: Buffer[]) => Buffer.concat(parts).toString('latin1');

describe('embedded/reply', () => {
  it('ends a response once', () => {
    expect(settle([row, ready('T')], true)).to.deep.equal({ reply: text(row, ready('T')), status: 'T' });
  });

  it('keeps the last of two ends', () => {
    expect(settle([error, ready('E'), ready('E')], true)).to.deep.equal({
      reply: text(error, ready('E')),
      status: 'E',
    });
  });

  it('removes the end time if none applies', () => {
    expect(settle([error, ready('I')], false)).to.deep.equal({ reply: text(error), status: undefined });
  });

  it('does not take the value of a row for an end', () => {
    expect(settle([row], true)).to.deep.equal({ reply: text(row), status: undefined });
    expect(settle([row], false)).to.deep.equal({ reply: text(row), status: undefined });
  });

  it('finds no end in nothing, nor in a message that is cut', () => {
    expect(settle([], true)).to.deep.equal({ reply: '', status: undefined });
    expect(settle([ready('I').subarray(0, 5)], true).status).to.equal(undefined);
    expect(settle([Buffer.from('D\0\0\0\0\0\0\0\0\0\0', 'latin1')], true).status).to.equal(undefined);
  });
});
