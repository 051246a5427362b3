import { expect } from 'chai';
import { lookup3 } from '../../src/netcdf/checksum.ts';

describe('netcdf/checksum', () => {
  it('returns the published check values', () => {
    // lookup3.c, driver5: hashlittle("", 0, 0) and hashlittle of 30 letters
    expect(lookup3(new Uint8Array()).toString(16)).to.equal('deadbeef');
    expect(lookup3(Buffer.from('Four score and seven years ago')).toString(16)).to.equal('17770551');
  });
});
