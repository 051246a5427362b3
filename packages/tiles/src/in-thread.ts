import { startTaskClock } from '@severe/async/task-clock';

/** What a thread receives: the cell of the task's clock, and the task. */
export interface Received<Input> {
  cell: SharedArrayBuffer;
  input: Input;
}

/** The default function of a module that `Threads` runs: starts the clock of the task, then works. */
export function inThread<Input, Result>(work: (input: Input) => Result): (received: Received<Input>) => Result {
  return ({ cell, input }) => {
    startTaskClock(cell);
    return work(input);
  };
}
