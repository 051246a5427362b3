import { DataError } from '@severe/base';
import { expect } from 'chai';
import { ParserThread } from '../../src/thread/parser-thread.ts';

const empty = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
const endless = `[${'{"a":[1,2,3]},'.repeat(500_000)}1]`;

async function errorOf(task: Promise<unknown>): Promise<unknown> {
  return task.then(
    () => expect.fail('expected an error'),
    (error: unknown) => error,
  );
}

describe('thread/parser-thread', function () {
  this.timeout(60_000);

  it('refuses a payload that needs too much processor time, and parses those that wait', async () => {
    const thread = new ParserThread({ processorMs: 50 });
    const [slow, next] = [errorOf(thread.run('watches', [endless])), thread.run('listing', [empty])];
    expect(await slow)
      .to.be.instanceOf(DataError)
      .with.property('code', 'too-slow');
    expect(await next).to.deep.equal({ value: { objects: [], folders: [], next: undefined }, unknownWords: [] });
  });

  it('refuses a payload that needs too much memory, and parses those that wait', async () => {
    const thread = new ParserThread({ heapMb: 64 });
    const [hungry, next] = [errorOf(thread.run('watches', [endless.repeat(3)])), thread.run('listing', [empty])];
    expect(await hungry)
      .to.be.instanceOf(DataError)
      .with.property('code', 'too-hungry');
    expect(await next).to.deep.equal({ value: { objects: [], folders: [], next: undefined }, unknownWords: [] });
  });

  it('parses one payload at a time, in their order', async () => {
    const thread = new ParserThread();
    const order: string[] = [];
    const ids = ['a', 'b', 'c'];
    await Promise.all(ids.map(async (id) => thread.run('listing', [empty]).then(() => order.push(id))));
    expect(order).to.deep.equal(ids);
  });
});
