import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createTaskClock } from '@severe/async/task-clock';
import { expect } from 'chai';
import { taskThreads } from './support/task-threads.ts';

describe('async/task-clock', function () {
  this.timeout(60_000);
  const threads = taskThreads();
  afterEach(() => threads.end());

  it('is undefined until the task has started', async () => {
    const clock = createTaskClock();
    expect(clock.usedMs()).to.equal(undefined);
    threads.run(clock.cell, ['start', 'wait']);
    while (clock.usedMs() === undefined) await pause(5);
    expect(clock.usedMs()).to.be.at.most(500);
  });

  it('counts the processor time of the thread, and not that of other threads', async function () {
    if (!existsSync('/proc/thread-self')) this.skip();
    const [busy, idle] = [createTaskClock(), createTaskClock()];
    threads.run(idle.cell, ['start', 'wait']);
    while (idle.usedMs() === undefined) await pause(5);
    await once(threads.run(busy.cell, [300, 'start', 300]), 'exit');
    expect(idle.usedMs()).to.be.at.most(50);
  });
});
