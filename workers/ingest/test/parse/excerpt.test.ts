import { expect } from 'chai';
import { assert, jsonValue, property } from 'fast-check';
import { excerpt, readJson } from '../../src/parse/payload.ts';

/** A value whose later members throw when they are read. */
function guarded<T extends object>(value: T, allowed: number): T {
  let reads = 0;
  return new Proxy(value, {
    get(target, key, receiver) {
      if (typeof key === 'string' && key !== 'length' && key !== 'toJSON' && ++reads > allowed)
        throw new Error('read too much');
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}

describe('parse/excerpt', () => {
  it('is the beginning of the JSON of a value', () => {
    assert(
      property(jsonValue(), (value) => {
        expect(excerpt(value)).to.equal(JSON.stringify(value).slice(0, 80));
      }),
    );
    expect([excerpt(undefined), excerpt('x'.repeat(99))]).to.deep.equal(['nothing', `"${'x'.repeat(79)}`]);
  });

  it('reads only the members that it shows', () => {
    const list = guarded(
      Array.from({ length: 1_000_000 }, (_, i) => i),
      80,
    );
    expect(excerpt(list))
      .to.match(/^\[0,1,2,/)
      .with.length(80);
    const nested = guarded(
      [
        guarded(
          Array.from({ length: 1000 }, () => ({ a: 1 })),
          80,
        ),
      ],
      1,
    );
    expect(excerpt(nested))
      .to.match(/^\[\[{"a":1},/)
      .with.length(80);
    const object = guarded(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i])), 80);
    expect(excerpt(object))
      .to.match(/^{"k0":0,/)
      .with.length(80);
  });

  it('bounds the text of a reported error', () => {
    for (const payload of [
      { error: { list: Array.from({ length: 1000 }, () => 1) } },
      { type: '/problems/x', title: 'x'.repeat(9999) },
    ]) {
      expect(() => readJson(JSON.stringify(payload)))
        .to.throw()
        .with.property('message')
        .with.length.below(500);
    }
  });
});
