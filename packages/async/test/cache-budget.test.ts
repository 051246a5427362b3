import { expect } from 'chai';
import { seeded } from '@severe/testing/seeded';
import { CacheBudget } from '../src/cache-budget.ts';
import { SizedCache } from '../src/sized-cache.ts';

const sumOf = (sizes: Iterable<number>): number => Array.from(sizes).reduce((sum, size) => sum + size, 0);

/** A cache, and what one of its own with the size of its minimum would hold. */
class Watched {
  readonly cache: SizedCache<number>;
  readonly #alone = new Map<string, number>();
  readonly #reserved: number[] = [];

  constructor(budget: CacheBudget, name: string, minimum: number) {
    this.cache = new SizedCache<number>({ budget, name, minimum });
  }

  /** Sizes of the values that only an eviction for its own sake may take. */
  lost(): string[] {
    return Array.from(this.#alone.keys()).filter((key) => this.cache.peek(key) === undefined);
  }

  use(key: string): void {
    const bytes = this.cache.get(key);
    if (bytes !== undefined) this.#keepAlone(key, bytes);
  }

  add(key: string, bytes: number): void {
    this.delete(key);
    this.cache.add(key, bytes, bytes);
    this.#keepAlone(key, bytes);
  }

  delete(key: string): void {
    this.cache.delete(key);
    this.#alone.delete(key);
  }

  reserve(bytes: number): void {
    if (this.cache.kind.reserve(bytes)) this.#reserved.push(bytes);
    this.#trim();
  }

  release(): void {
    const bytes = this.#reserved.pop();
    if (bytes !== undefined) this.cache.kind.release(bytes);
  }

  /** What its kind must count. */
  bytes(keys: readonly string[]): number {
    return sumOf(keys.map((key) => this.cache.peek(key) ?? 0)) + sumOf(this.#reserved);
  }

  #keepAlone(key: string, bytes: number): void {
    this.#alone.delete(key);
    this.#alone.set(key, bytes);
    this.#trim();
  }

  #trim(): void {
    for (const key of this.#alone.keys()) {
      if (sumOf(this.#alone.values()) + sumOf(this.#reserved) <= this.cache.kind.minimumBytes) break;
      this.#alone.delete(key);
    }
  }
}

describe('CacheBudget', () => {
  const keys = Array.from({ length: 60 }, (_, i) => String(i));

  for (const seed of [1, 2, 3, 4]) {
    it(`holds its bound, exact sizes and every minimum through random operations ${seed}`, () => {
      const random = seeded(seed);
      const upTo = (most: number): number => Math.floor(random() * most);
      const budget = new CacheBudget(10_000);
      const all = [0.3, 0.2, 0.1, 0].map((minimum, i) => new Watched(budget, `kind ${i}`, minimum));
      for (let step = 0; step < 4000; step++) {
        const flood = Math.floor(step / 500) % all.length; // does most of the work for a while
        const one = all[upTo(2) === 0 ? flood : upTo(all.length)];
        const key = keys[upTo(keys.length)];
        const action = upTo(20);
        if (action < 10) one.add(key, 1 + upTo(upTo(20) === 0 ? 6000 : 400));
        else if (action < 16) one.use(key);
        else if (action === 16) one.delete(key);
        else if (action === 17) one.reserve(upTo(900));
        else one.release();
        expect(budget.bytes).to.be.at.most(budget.maxBytes);
        for (const each of all) {
          expect(each.cache.kind.bytes, `${each.cache.kind.name} at ${step}`).to.equal(each.bytes(keys));
          expect(each.lost(), `${each.cache.kind.name} at ${step}`).to.deep.equal([]);
        }
      }
      expect(all.map(({ cache }) => cache.kind.evictions > 0)).to.deep.equal(all.map(() => true));
    });
  }

  const caches = (...minima: number[]) => {
    const budget = new CacheBudget(100);
    return minima.map((minimum, i) => new SizedCache<number>({ budget, name: `kind ${i}`, minimum }));
  };
  const fill = (cache: SizedCache<number>, count: number, bytes = 10) => {
    for (let i = 0; i < count; i++) cache.set(`${i}`, i, bytes);
  };

  it('lends what a kind does not use, and gives it back', () => {
    const [one, other] = caches(0.5, 0.2);
    fill(other, 20);
    expect(other.kind.bytes).to.equal(100);
    fill(one, 5);
    expect([one.kind.bytes, other.kind.bytes]).to.deep.equal([50, 50]);
    fill(one, 20);
    expect([one.kind.bytes, other.kind.bytes]).to.deep.equal([80, 20]);
    expect([other.peek('17'), other.peek('18')]).to.deep.equal([undefined, 18]); // the latest are left
  });

  it('lets a kind never exceed its own maximum, although nobody else wants the memory', () => {
    const budget = new CacheBudget(100);
    const one = new SizedCache<number>({ budget, name: 'one', minimum: 0.1, most: 0.3 });
    const other = new SizedCache<number>({ budget, name: 'other', minimum: 0 });
    fill(other, 4);
    fill(one, 20, 7);
    expect([one.kind.bytes, one.peek('15'), one.peek('16'), other.size]).to.deep.equal([28, undefined, 16, 4]);
    expect([one.kind.mostBytes, one.kind.reserve(31), one.kind.reserve(30), one.size]).to.deep.equal([
      30,
      false,
      true,
      0,
    ]);
    one.add('late', 1, 1);
    expect(one.size).to.equal(0);
  });

  it('evicts nothing of a kind with a maximum for what others leave no room for', () => {
    const budget = new CacheBudget(100);
    const one = new SizedCache<number>({ budget, name: 'one', minimum: 0.1, most: 0.3 });
    const other = new SizedCache<number>({ budget, name: 'other', minimum: 0.1 });
    one.add('a', 1, 10);
    expect(other.kind.reserve(90)).to.equal(true);
    one.add('b', 2, 25);
    expect([one.peek('a'), one.peek('b')]).to.deep.equal([1, undefined]);
  });

  it('evicts what was used longest ago of all kinds', () => {
    const [one, other] = caches(0, 0);
    fill(one, 4);
    fill(other, 6);
    one.get('0');
    one.get('1');
    other.set('new', 1, 20);
    expect([0, 1, 2, 3].map((i) => one.peek(`${i}`))).to.deep.equal([0, 1, undefined, undefined]);
    other.set('newer', 1, 10);
    expect([one.size, other.peek('0')]).to.deep.equal([2, undefined]);
  });

  it('keeps none of the loads of one kind waiting for those of another', () => {
    const [{ kind: drawn }, { kind: read }] = caches(0.3, 0.2);
    for (let i = 0; i < 20; i++) drawn.reserve(10);
    expect(drawn.reservedBytes).to.equal(30);
    expect([read.reserve(70), read.reserve(1)]).to.deep.equal([true, false]); // one alone has what nobody else keeps
    read.release(70);
    expect([read.reserve(71), read.reserve(10), read.reserve(10), read.reserve(1)]).to.deep.equal([
      false,
      true,
      true,
      false,
    ]);
  });

  it('tells who waits for memory when it may be there', async () => {
    const [{ kind: drawn }, { kind: read }] = caches(0.3, 0.2);
    const told: string[] = [];
    const watch = () => {
      told.length = 0;
      for (const { name, kind } of [
        { name: 'drawn', kind: drawn },
        { name: 'read', kind: read },
      ])
        void kind.nextRelease().then(() => told.push(name));
    };
    drawn.reserve(80);
    watch();
    drawn.release(80);
    await Promise.resolve();
    expect(told).to.deep.equal(['drawn', 'read']);
    drawn.reserve(30);
    watch();
    drawn.release(30);
    await Promise.resolve();
    expect(told).to.deep.equal(['drawn']);
  });

  it('does not evict anything for a value that cannot fit', () => {
    const [one, other] = caches(0.5, 0.2);
    fill(one, 8);
    other.add('large', 1, 51);
    expect([one.size, other.size, other.kind.mostBytes]).to.deep.equal([8, 0, 50]);
    other.set('quarter', 1, 13);
    expect(other.size).to.equal(0);
  });

  it('refuses minima that exceed it, and two kinds of one name', () => {
    const budget = new CacheBudget(100);
    const onEvict = () => undefined;
    budget.open({ name: 'tiles', minimum: 0.6, onEvict });
    expect(() => budget.open({ name: 'tiles', minimum: 0, onEvict })).to.throw(RangeError, 'has a cache for tiles');
    expect(() => budget.open({ name: 'values', minimum: 0.41, onEvict })).to.throw(RangeError, 'exceed the budget');
    expect(() => budget.open({ name: 'sweeps', minimum: 0.2, most: 0.1, onEvict })).to.throw(RangeError, 'maximum');
  });

  it('counts values that go with an evicted one', () => {
    const budget = new CacheBudget(100);
    const parts = new SizedCache<number>({ budget, name: 'parts', minimum: 0 });
    const onRemove = () => parts.delete('part');
    const files = new SizedCache<number>({ budget, name: 'files', minimum: 0, onRemove });
    files.set('file', 1, 20);
    parts.set('part', 1, 20);
    parts.set('other', 1, 20);
    files.add('large', 1, 75);
    expect([files.size, parts.size, budget.bytes]).to.deep.equal([1, 1, 95]);
  });
});
