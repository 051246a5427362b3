import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { gatherWrites } from '../../src/redis/gather-writes.ts';

/** A connected client. @returns what was sent, an element for each call of the system */
function connected(): { stream: Writable; sent: string[] } {
  const sent: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      sent.push(text);
      done();
    },
    writev(chunks, done) {
      sent.push(chunks.map(({ chunk }) => chunk as string).join(''));
      done();
    },
  });
  const client = Object.assign(new EventEmitter(), { stream });
  gatherWrites(client as unknown as Redis);
  client.emit('connect');
  return { stream, sent };
}

const nextTurn = () => new Promise((done) => setImmediate(done));

describe('platform/redis/gather-writes', () => {
  it('sends the commands of one turn together, in their order', async () => {
    const { stream, sent } = connected();
    for (const command of ['one ', 'two ', 'three']) {
      stream.write(command);
      await Promise.resolve();
    }
    await nextTurn();
    expect(sent).to.deep.equal(['one two three']);
  });

  it('sends commands of later turns without waiting for more', async () => {
    const { stream, sent } = connected();
    for (const command of ['one', 'two', 'three']) {
      stream.write(command);
      await nextTurn();
    }
    expect(sent).to.deep.equal(['one', 'two', 'three']);
  });
});
