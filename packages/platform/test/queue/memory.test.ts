import { silentLog } from '@severe/base';
import { expect } from 'chai';
import { createMemoryQueue } from '../../src/queue/memory.ts';
import { until } from '@severe/testing/until';
import { recordingLog } from '../support/wait.ts';
import { queueContract } from './contract.ts';

describe('platform/queue/memory', () => {
  describe('fulfils the contract', () => queueContract(async () => createMemoryQueue(silentLog)));

  it('logs work that fails', async () => {
    const { log, messages } = recordingLog();
    const queue = createMemoryQueue(log);
    queue.onWake('job', 1, () => Promise.reject(new Error('broken')));
    await queue.wake('job');
    await until(() => messages().length === 1);
    expect(messages()).to.deep.equal(['a job failed']);
    await queue.close();
  });

  it('drops delayed calls on close', async () => {
    const queue = createMemoryQueue(silentLog);
    let runs = 0;
    queue.onWake('job', 1, async () => void runs++);
    await queue.wake('job', { delayMs: 20 });
    await queue.close();
    await new Promise((done) => setTimeout(done, 60));
    expect(runs).to.equal(0);
  });
});
