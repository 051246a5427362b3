import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createTaskClock, watchTask, type TaskClock } from '@severe/async/task-clock';
import { expect } from 'chai';

const threadFile = new URL('./support/task-thread.mjs', import.meta.url);
const workers: Worker[] = [];

/** Runs the steps in a thread: `start` starts the clock, a number uses so many milliseconds of processor time. */
function run(clock: TaskClock, steps: (number | 'start' | 'wait')[]): Worker {
  const worker = new Worker(threadFile, { workerData: { cell: clock.cell, steps } });
  workers.push(worker);
  return worker;
}

describe('async/task-clock', function () {
  this.timeout(60_000);
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.terminate();
  });

  it('is undefined until the task has started', async () => {
    const clock = createTaskClock();
    expect(clock.usedMs()).to.equal(undefined);
    run(clock, ['start', 'wait']);
    while (clock.usedMs() === undefined) await pause(5);
    expect(clock.usedMs()).to.be.at.most(500);
  });

  it('counts the processor time of the thread, and not that of other threads', async function () {
    if (!existsSync('/proc/thread-self')) this.skip();
    const [busy, idle] = [createTaskClock(), createTaskClock()];
    run(idle, ['start', 'wait']);
    while (idle.usedMs() === undefined) await pause(5);
    await once(run(busy, [300, 'start', 300]), 'exit');
    expect(idle.usedMs()).to.be.at.most(50);
  });

  it('reports a task that uses too much processor time', async () => {
    const clock = createTaskClock();
    run(clock, ['start', 60_000]);
    const reason = await new Promise((resolve) => watchTask(clock, { processorMs: 200 }, resolve));
    expect(reason).to.equal('used more than 200 ms of processor time');
  });

  it('reports a task that does nothing, however long it may take', async () => {
    const clock = createTaskClock();
    run(clock, ['start', 'wait']);
    const limits = { processorMs: 60_000, stalledChecks: 5 };
    const reason = await new Promise((resolve) => watchTask(clock, limits, resolve));
    expect(reason).to.equal('made no progress');
  });

  it('does not count the time before a task has started', async () => {
    const reasons: string[] = [];
    const stop = watchTask(createTaskClock(), { processorMs: 0, stalledChecks: 1 }, (reason) => reasons.push(reason));
    await pause(400);
    stop();
    expect(reasons).to.deep.equal([]);
  });
});
