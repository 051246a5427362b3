import { mock } from 'node:test';
import { silentLog } from '@severe/base';
import { expect } from 'chai';
import { createComponents } from '../../src/ops/components.ts';

/** A turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pong = (): Promise<void> => Promise.resolve();

describe('api/ops/components', () => {
  /** Components of a service whose database responds to a ping by `answer`. */
  const withDatabase = (answer: () => Promise<void>) =>
    createComponents({ ping: answer }, { objects: { ping: pong }, queue: { ping: pong } }, silentLog);

  it('reports a component that fails as down', async () => {
    const states = await withDatabase(() => Promise.reject(new Error('connection refused')))();
    expect(states).to.deep.equal({ database: 'down', object_store: 'ok', queue: 'ok' });
  });

  it('waits for a database that is slow on a busy machine', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let answer = (): void => undefined;
      const states = withDatabase(() => new Promise((resolve) => (answer = resolve)))();
      await turn();
      mock.timers.tick(15_000);
      await turn(); // a timeout counts after the input that has arrived
      await turn();
      answer();
      expect((await states).database).to.equal('ok');
    } finally {
      mock.timers.reset();
    }
  });

  it('reports a database that never responds as down', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const states = withDatabase(() => new Promise(() => undefined))();
      await turn();
      mock.timers.tick(31_000);
      expect((await states).database).to.equal('down');
    } finally {
      mock.timers.reset();
    }
  });
});
