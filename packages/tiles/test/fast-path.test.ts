import { expect } from 'chai';
import { assert, asyncProperty, constantFrom, integer, nat, oneof, option, record, string, tuple } from 'fast-check';
import { openWorld, type Answer, type World } from './support/world.ts';

const at = (time: string) => new Date(`2026-05-20T${time}Z`);

describe('fast path and slow path', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ before: [{ validAt: at('22:00:40') }, { validAt: at('22:02:38') }] });
  });
  after(() => world.close());

  const tile = integer({ min: 0, max: 10 }).chain((z) =>
    tuple(constantFrom(z), integer({ min: 0, max: 2 ** z - 1 }), integer({ min: 0, max: 2 ** z - 1 })),
  );
  const stamp = constantFrom('202605202200', '202605202202', '202605202204', '202605202100', '2026');
  const reader = constantFrom<Record<string, string>>({}, { Origin: 'https://a.example' }, { Via: '1.1 cdn' });
  const tag = constantFrom('"AAAAAAAAAAAAAAAAAAAAAA"', 'mine', '*', undefined);

  it('give the same response', () =>
    assert(
      asyncProperty(
        record({
          tile,
          product: constantFrom('composite-reflectivity', 'vil', 'nope'),
          ts: option(stamp),
          tag,
          reader,
        }),
        async ({ tile: [z, x, y], product, ts, tag: sent, reader: own }) => {
          const path = `/radar/tiles/${product}/${z}/${x}/${y}.png`;
          const plain = ts === null ? path : `${path}?ts=${ts}`;
          const other = `${plain}${ts === null ? '?' : '&'}unknown=1`; // ignored, but not canonical
          const first = await world.request(plain);
          const etag = sent === 'mine' ? first.headers.etag : sent;
          const headers: Record<string, string> = etag ? { ...own, 'If-None-Match': etag } : own;
          const [a, b] = [await world.request(plain, { headers }), await world.request(other, { headers })];
          expect(described(a)).to.deep.equal(described(b));
          expect(a.body.equals(b.body)).to.equal(true);
        },
      ),
      { numRuns: 150 },
    ));

  it('never fail with a server error, for any request', () =>
    assert(
      asyncProperty(
        record({
          parts: tuple(
            ...Array.from({ length: 4 }, () =>
              oneof(
                nat().map(String),
                string({ unit: 'grapheme', maxLength: 12 }).map(encodeURIComponent),
                constantFrom('', '-1', '1e3', '%00', '%2e%2e', '..', '%', '%ff', 'constructor', '4', 'vil'),
              ),
            ),
          ),
          family: constantFrom('radar', 'hrrr'),
          query: oneof(
            string({ maxLength: 20 }).map((text) => `?ts=${encodeURIComponent(text)}`),
            constantFrom('', '?ts', '?ts=&ts=', '?ts=%00', '?valid=%ff', '?', '?ts=202605202200&valid=99'),
          ),
        }),
        async ({ parts: [product, z, x, y], family, query }) => {
          const path = `/${family}/tiles/${product}/${z}/${x}/${y}.png${query}`;
          const { status, json } = await world.request(path);
          expect(status, path).to.be.oneOf([200, 400, 404, 418, 422]);
          if (status !== 200 && status !== 418) expect(json(), path).to.have.property('detail');
        },
      ),
      { numRuns: 300 },
    ));
});

function described({ status, headers }: Answer) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return { status, ...rest };
}
