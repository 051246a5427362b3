// Runs the steps of a test in a thread; see task-threads.ts.
import { register } from 'tsx/esm/api';
import { workerData } from 'node:worker_threads';

register();
const { startTaskClock } = await import('../../src/task-clock.ts');
for (const step of workerData.steps) {
  if (step === 'start') startTaskClock(workerData.cell);
  else if (step === 'wait') setInterval(() => {}, 100_000);
  else {
    const from = process.cpuUsage();
    for (let used = 0; used < step * 1000;) {
      for (let i = 0; i < 1e6; i++);
      const { user, system } = process.cpuUsage(from);
      used = user + system;
    }
  }
}
