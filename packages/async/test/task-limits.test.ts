import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createTaskClock } from '@severe/async/task-clock';
import { runLimited, TaskLimitError, watchTask, type TaskLimits } from '@severe/async/task-limits';
import { expect } from 'chai';
import { taskThreads } from './support/task-threads.ts';

describe('async/task-limits', function () {
  this.timeout(60_000);
  const threads = taskThreads();
  afterEach(() => threads.end());

  /** Runs the steps until they exceed the limits. */
  function exceed(steps: (number | 'wait')[], limits: TaskLimits): Promise<TaskLimitError> {
    const clock = createTaskClock();
    threads.run(clock.cell, ['start', ...steps]);
    return new Promise((resolve) => watchTask(clock, limits, resolve));
  }

  it('reports a task that uses too much processor time', async () => {
    const { code, reason } = await exceed([60_000], { processorMs: 200 });
    expect({ code, reason }).to.deep.equal({ code: 'too-slow', reason: 'used more than 200 ms of processor time' });
  });

  it('reports a task that does nothing, however long it may take', async () => {
    const { code, reason } = await exceed(['wait'], { processorMs: 60_000, stalledChecks: 5 });
    expect({ code, reason }).to.deep.equal({ code: 'stuck', reason: 'made no progress' });
  });

  it('does not count the time before a task has started', async () => {
    const reasons: string[] = [];
    const limits = { processorMs: 0, stalledChecks: 1 };
    const stop = watchTask(createTaskClock(), limits, ({ reason }) => reasons.push(reason));
    await pause(400);
    stop();
    expect(reasons).to.deep.equal([]);
  });

  describe('runLimited', () => {
    it('signals the end to a task that exceeds its limits', async () => {
      const run = runLimited({ processorMs: 200 }, async (cell, signal) => {
        const worker = threads.run(cell, ['start', 60_000]);
        await once(signal, 'abort');
        await worker.terminate();
        throw new Error('aborted');
      });
      const error = await run.catch((cause: unknown) => cause);
      expect(error).to.be.instanceOf(TaskLimitError).with.property('code', 'too-slow');
    });

    it('passes on the result, and the error of a task within its limits', async () => {
      const limits = { processorMs: 60_000 };
      expect(await runLimited(limits, () => Promise.resolve(7))).to.equal(7);
      const error = await runLimited(limits, () => Promise.reject(new Error('wrong'))).catch((cause: unknown) => cause);
      expect(error).to.have.property('message', 'wrong');
    });
  });
});
