import { collectGarbage } from './collect-garbage.ts';

/**
 * Frees the memory of a thread when it pauses. Large buffers are freed by garbage collection, and a thread without work has
 * none: the memory of its last task would stay until the next one. What was freed in small pieces goes back to the system.
 *
 * @param idleMs  pause after a task
 * @param release drops what is kept for the next task; called first
 * @returns a function to call at the end of every task
 */
export function freeWhenIdle(idleMs: number, release: () => void = () => {}): () => void {
  const timer = setTimeout(() => {
    release();
    collectGarbage();
    void giveBackMemory();
  }, idleMs).unref();
  return () => void timer.refresh();
}

/** An object that is made when it is needed and reused while garbage collection has left it there. */
export function reusable<T extends object>(make: () => T): () => T {
  let kept: WeakRef<T> | undefined;
  return () => {
    const there = kept?.deref();
    if (there) return there;
    const made = make();
    kept = new WeakRef(made);
    return made;
  };
}

let trim: Promise<((pad: number) => number) | undefined> | undefined;

/**
 * Gives freed memory that lies between used blocks back to the system. glibc keeps it otherwise, until the blocks above it are
 * free too. Other C libraries have no function for it; there, nothing is done.
 *
 * @see malloc_trim(3)
 */
export async function giveBackMemory(): Promise<void> {
  trim ??= loadTrim();
  (await trim)?.(0);
}

async function loadTrim(): Promise<((pad: number) => number) | undefined> {
  try {
    const { load } = await import('koffi');
    return load(null).func('int malloc_trim(size_t pad)');
  } catch {
    return undefined; // another C library, or a platform for which there is no koffi
  }
}
