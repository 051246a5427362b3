import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createTaskClock } from '@severe/async/task-clock';
import { until } from '@severe/testing/until';
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
    await until(() => clock.usedMs() !== undefined);
    expect(clock.usedMs()).to.be.at.most(500);
  });

  it('counts the processor time of the thread, and not that of other threads', async function () {
    if (!existsSync('/proc/thread-self')) this.skip();
    const [busy, idle] = [createTaskClock(), createTaskClock()];
    threads.run(idle.cell, ['start', 'wait']);
    await until(() => idle.usedMs() !== undefined);
    await once(threads.run(busy.cell, [300, 'start', 300]), 'exit');
    expect(idle.usedMs()).to.be.below(300); // what is left of its start; the busy one has used 600 ms
  });
});
