import type { Worker } from 'node:worker_threads';
import { carryOut, type Limits } from './carry-out.ts';
import type { Order } from './thread.ts';

/** Memory of a library in WebAssembly only grows: after so many orders a thread has done enough. */
const mostOrders = 200;

interface Idle {
  worker: Worker;
  orders: number;
  timer: NodeJS.Timeout;
  end: () => void;
}

/**
 * A thread that waits for the next order when one went well, and keeps nobody from leaving. One that read a file which it
 * could not read is ended: what it read may have done anything to it. Who comes while it is busy gets a thread of his own.
 */
export class KeptThread {
  readonly #open: () => Worker;
  readonly #idleMs: number;
  #idle: Idle | undefined;

  /** @param idleMs how long it waits for the next order */
  constructor(open: () => Worker, idleMs = 60_000) {
    this.#open = open;
    this.#idleMs = idleMs;
  }

  /** @throws {DataError} as `carryOut` */
  async run(order: Order, limits?: Limits): Promise<unknown> {
    const { worker, orders } = this.#take();
    try {
      const result = await carryOut(worker, order, limits);
      this.#leave(worker, orders + 1);
      return result;
    } catch (error) {
      void worker.terminate();
      throw error;
    }
  }

  #take(): Pick<Idle, 'worker' | 'orders'> {
    const idle = this.#idle;
    if (!idle) return { worker: this.#open(), orders: 0 };
    this.#idle = undefined;
    clearTimeout(idle.timer);
    idle.worker.off('error', idle.end).off('exit', idle.end).ref();
    return idle;
  }

  #leave(worker: Worker, orders: number): void {
    if (this.#idle || orders >= mostOrders) return void worker.terminate();
    const end = (): void => {
      if (this.#idle?.worker === worker) this.#idle = undefined;
      void worker.terminate();
    };
    const timer = setTimeout(end, this.#idleMs).unref();
    worker.on('error', end).on('exit', end).unref();
    this.#idle = { worker, orders, timer, end };
  }
}
