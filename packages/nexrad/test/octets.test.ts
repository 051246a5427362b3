import { expect } from 'chai';
import { Octets } from '../src/octets.ts';
import { expectRefusal } from './support/expect-refusal.ts';

describe('octets', () => {
  const octets = new Octets(Uint8Array.of(0xff, 0xfe, 0xfd, 0xfc, 0x3f, 0xc0, 0, 0), 'the part');

  it('are big-endian numbers, with a sign or without', () => {
    expect([octets.length, octets.u8(0), octets.s8(0), octets.u16(0), octets.s16(0)]).to.deep.equal([8, 255, -1, 65534, -2]); // prettier-ignore
    expect([octets.u32(0), octets.s32(0), octets.f32(4)]).to.deep.equal([0xfffefdfc, -66052, 1.5]);
  });

  it('are text without blanks and NULs at its end, but with those within', () => {
    const text = new Octets(Buffer.from('\0 a b \0c \0 ', 'latin1'), 'the text');
    expect(text.text(0, 11)).to.equal('\0 a b \0c');
    expect(text.text(1, 3)).to.equal(' a');
  });

  it('are read up to the last, and refused after it and before the first', () => {
    expect(octets.u16(6)).to.equal(0);
    expect(octets.slice(8, 0)).to.have.length(0);
    expectRefusal(() => octets.u16(7), 'truncated', 'the part has 8 bytes, byte 9 was needed');
    expectRefusal(() => octets.u8(-1), 'truncated', 'the part has 8 bytes');
    expectRefusal(() => octets.part(4, 4, 'the end').u32(1), 'truncated', 'the end has 4 bytes, byte 5 was needed');
  });
});
