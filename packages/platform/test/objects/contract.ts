import { expect } from 'chai';
import type { ObjectHead, Objects } from '@severe/platform';
import { rejection } from '../support/wait.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

async function listed(objects: Objects, prefix: string): Promise<ObjectHead[]> {
  const all: ObjectHead[] = [];
  for await (const head of objects.list(prefix)) all.push(head);
  return all;
}

const sorted = (heads: ObjectHead[]): ObjectHead[] => heads.sort((a, b) => (a.key < b.key ? -1 : 1));

/** Bytes without a pattern that repeats, so that a shifted or doubled block shows. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0, state = 12345; i < length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bytes[i] = state >>> 16;
  }
  return bytes;
}

/** What every object store must do. `open` is called once; all keys of a test begin with the test's own folder. */
export function objectsContract(open: (test: Mocha.Context) => Promise<Objects>): void {
  let objects: Objects;
  before(async function () {
    objects = await open(this);
  });

  it('returns stored objects byte for byte', async () => {
    for (const length of [0, 1, 4096, 1_234_567]) {
      await objects.put(`bytes/${length}.bin`, noise(length), { type: 'image/png' });
      expect((await objects.get(`bytes/${length}.bin`))?.equals(noise(length)), `${length} bytes`).to.equal(true);
    }
  });

  it('stores a view of a larger buffer, without the bytes around it', async () => {
    await objects.put('view/x', noise(100).subarray(10, 20));
    expect(await objects.get('view/x')).to.deep.equal(noise(100).subarray(10, 20));
  });

  it('replaces an object of the same key', async () => {
    await objects.put('replace/x', text('a long first text'));
    await objects.put('replace/x', text('second'));
    expect((await objects.get('replace/x'))?.toString()).to.equal('second');
  });

  it('returns undefined for a missing object, also if its folder exists', async () => {
    await objects.put('absent/folder/x', text('x'));
    for (const key of ['absent/y', 'absent/folder', 'absent/folder/x/y', 'nothing']) {
      expect(await objects.get(key), key).to.equal(undefined);
      expect(await objects.getRange(key, 0, 1), key).to.equal(undefined);
      expect(await objects.getRange(key, 0, 0), key).to.equal(undefined);
      expect(await objects.head(key), key).to.equal(undefined);
    }
  });

  it('returns ranges, shorter at the end of the object', async () => {
    await objects.put('range/x', text('0123456789'));
    const range = async (start: number, length: number) =>
      (await objects.getRange('range/x', start, length))?.toString();
    expect(await range(0, 10)).to.equal('0123456789');
    expect(await range(3, 4)).to.equal('3456');
    expect(await range(9, 1)).to.equal('9');
    expect(await range(8, 5)).to.equal('89');
    expect(await range(0, 2 ** 40)).to.equal('0123456789');
    expect(await range(10, 1)).to.equal('');
    expect(await range(2 ** 40, 1)).to.equal('');
    expect(await range(4, 0)).to.equal('');
    await objects.put('range/empty', text(''));
    expect((await objects.getRange('range/empty', 0, 5))?.length).to.equal(0);
  });

  it('refuses invalid ranges', async () => {
    for (const [start, length] of [
      [-1, 2],
      [0, -1],
      [0.5, 1],
      [0, Number.NaN],
      [0, Infinity],
    ]) {
      expect(await rejection(objects.getRange('range/x', start, length))).to.be.instanceOf(TypeError);
    }
  });

  it('returns size and time', async () => {
    const before = Date.now() - 5000; // file systems and S3 keep whole seconds, on a clock of their own
    await objects.put('head/x', noise(777));
    const head = await objects.head('head/x');
    expect(head).to.include({ key: 'head/x', bytes: 777 });
    expect(head!.modifiedAt.getTime()).to.be.within(before, Date.now() + 5000);
  });

  it('lists each key once, across folders', async () => {
    const keys = ['a', 'a-b/c', 'a.b', 'aa', 'b/B', 'b/a', 'b/c-d', 'b/c.d/e', 'b/c/d', 'b/c0', 'b_', 'c'];
    for (const key of [...keys].reverse()) await objects.put(`list/${key}`, text(key));
    const heads = sorted(await listed(objects, 'list/'));
    expect(heads.map((head) => head.key)).to.deep.equal(keys.map((key) => `list/${key}`));
    expect(heads.map((head) => head.bytes)).to.deep.equal(keys.map((key) => key.length));
    expect(heads.every((head) => head.modifiedAt instanceof Date)).to.equal(true);
  });

  it('lists by any key prefix', async () => {
    const keysOf = async (prefix: string) => sorted(await listed(objects, prefix)).map((head) => head.key.slice(5));
    expect(await keysOf('list/b')).to.deep.equal(['b/B', 'b/a', 'b/c-d', 'b/c.d/e', 'b/c/d', 'b/c0', 'b_']);
    expect(await keysOf('list/b/c')).to.deep.equal(['b/c-d', 'b/c.d/e', 'b/c/d', 'b/c0']);
    expect(await keysOf('list/b/c/')).to.deep.equal(['b/c/d']);
    expect(await keysOf('list/a.b')).to.deep.equal(['a.b']);
    expect(await keysOf('list/zzz')).to.deep.equal([]);
    expect(await keysOf('nowhere/at/all')).to.deep.equal([]);
    expect((await listed(objects, '')).length).to.be.greaterThan(12);
  });

  it('lists and deletes more than a thousand', async () => {
    const keys = Array.from({ length: 1100 }, (_, i) => `many/${String(i).padStart(4, '0')}`);
    for (let i = 0; i < keys.length; i += 50) {
      await Promise.all(keys.slice(i, i + 50).map((key) => objects.put(key, text(key))));
    }
    expect(sorted(await listed(objects, 'many/')).map((head) => head.key)).to.deep.equal(keys);
    for await (const head of objects.list('many/')) {
      expect(keys).to.include(head.key);
      break; // leaving early is allowed
    }
    await objects.delete(keys.slice(0, 1050));
    expect(sorted(await listed(objects, 'many/')).map((head) => head.key)).to.deep.equal(keys.slice(1050));
  });

  it('deletes existing objects, and ignores missing ones', async () => {
    await objects.put('delete/x', text('x'));
    await objects.put('delete/y', text('y'));
    await objects.delete(['delete/x', 'delete/never', 'delete/x/below']);
    expect(await objects.get('delete/x')).to.equal(undefined);
    expect((await objects.get('delete/y'))?.toString()).to.equal('y');
    await objects.delete([]);
  });

  it('shows a reader the old object or the new one, never a part', async () => {
    const size = 300_000;
    const bodies = ['a', 'b', 'c'].map((letter) => Buffer.alloc(size, letter));
    await objects.put('whole/x', bodies[0]);
    const writing = Promise.all([...bodies, ...bodies].map((body) => objects.put('whole/x', body)));
    for (let reads = 0; reads < 20; reads++) {
      const seen = (await objects.get('whole/x'))!;
      expect(seen.length).to.equal(size);
      expect(seen.equals(Buffer.alloc(size, seen[0]))).to.equal(true);
    }
    await writing;
  });

  it('refuses keys that could leave the store or that some stores do not support', async () => {
    const bad = [
      '',
      '/',
      '/x',
      'x/',
      'a//b',
      '.',
      '..',
      '../x',
      'a/../b',
      'a/./b',
      'a\\b',
      'a b',
      'ä',
      'a\0b',
      '~x',
      'a:b',
    ];
    for (const key of [...bad, 'x'.repeat(256), `${'x/'.repeat(512)}x`]) {
      for (const attempt of [
        () => objects.get(key),
        () => objects.getRange(key, 0, 1),
        () => objects.put(key, text('x')),
        () => objects.head(key),
        () => objects.delete(['fine', key]),
      ]) {
        expect(await rejection(attempt()), JSON.stringify(key)).to.be.instanceOf(TypeError);
      }
    }
    for (const prefix of ['../', 'a/../b', '/', 'a//', './x', 'a b']) {
      expect(await rejection(listed(objects, prefix)), JSON.stringify(prefix)).to.be.instanceOf(TypeError);
    }
  });

  it('responds to a ping', () => objects.ping());
}
