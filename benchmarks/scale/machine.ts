import type { Timeline } from './timeline.ts';

/** Time after which a thread gives its processor to one that waits: the scheduler of Linux lets a busy thread run some milliseconds. */
const sliceMs = 3;

interface Task {
  ms: number;
  done: () => void;
}

/** A thread: runs its tasks one after another, in the order of their arrival. */
export interface Thread {
  /** Runs a task. @param ms its processor time */
  run(ms: number, done: () => void): void;
  /** Processor time so far, in milliseconds. */
  readonly busyMs: number;
}

/** Threads that share processors in turn. */
export class Machine {
  readonly #timeline: Timeline;
  readonly #ready: Run[] = [];
  #free: number;

  constructor(timeline: Timeline, processors: number) {
    this.#timeline = timeline;
    this.#free = processors;
  }

  thread(): Thread {
    return new Run((run) => {
      this.#ready.push(run);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#free > 0) {
      const next = this.#ready.shift();
      if (!next) return;
      this.#free--;
      this.#work(next, 0);
    }
  }

  /** @param usedMs how much of its slice the thread has had */
  #work(run: Run, usedMs: number): void {
    const task = run.tasks[0];
    if (!task || (usedMs >= sliceMs && this.#ready.length > 0)) {
      this.#free++;
      if (task) this.#ready.push(run);
      else run.isIdle = true;
      this.#dispatch();
      return;
    }
    this.#timeline.after(task.ms, () => {
      run.tasks.shift();
      run.busyMs += task.ms;
      task.done();
      this.#work(run, usedMs + task.ms);
    });
  }
}

class Run implements Thread {
  readonly tasks: Task[] = [];
  readonly #wake: (run: Run) => void;
  isIdle = true;
  busyMs = 0;

  constructor(wake: (run: Run) => void) {
    this.#wake = wake;
  }

  run(ms: number, done: () => void): void {
    this.tasks.push({ ms, done });
    if (!this.isIdle) return;
    this.isIdle = false;
    this.#wake(this);
  }
}
