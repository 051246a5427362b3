import { expect } from 'chai';
import { isFresh } from '../src/conditional.ts';

describe('http/conditional', () => {
  it('compares entity tags weakly, in lists too', () => {
    for (const known of ['"a"', 'W/"a"', '"x", "a"', 'W/"x",W/"a"', '*', ' * ']) {
      expect(isFresh({ 'if-none-match': known }, '"a"'), known).to.equal(true);
      expect(isFresh({ 'if-none-match': known }, 'W/"a"'), known).to.equal(true);
    }
    for (const other of ['"b"', 'a', '', '"A"', '"a']) {
      expect(isFresh({ 'if-none-match': other }, '"a"'), other).to.equal(false);
    }
    expect(isFresh({ 'if-none-match': '*' }, undefined)).to.equal(false);
  });

  it('uses the date only without an entity tag', () => {
    const at = 'Wed, 20 May 2026 22:18:00 GMT';
    const later = 'Wed, 20 May 2026 22:19:00 GMT';
    expect(isFresh({ 'if-modified-since': at }, undefined, at)).to.equal(true);
    expect(isFresh({ 'if-modified-since': at }, undefined, later)).to.equal(false);
    expect(isFresh({ 'if-modified-since': 'yesterday' }, undefined, at)).to.equal(false);
    expect(isFresh({ 'if-none-match': '"b"', 'if-modified-since': later }, '"a"', at)).to.equal(false);
  });
});
