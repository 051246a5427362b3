/** A priority queue (binary heap). */
export interface Heap<T> {
  readonly size: number;
  push(item: T): void;
  /** Removes and returns the first item. */
  pop(): T | undefined;
}

/** @param before whether `a` precedes `b`; the order of equal items is undefined */
export function createHeap<T>(before: (a: T, b: T) => boolean): Heap<T> {
  // The children of i are 2i + 1 and 2i + 2; no child precedes its parent.
  const items: T[] = [];

  function rise(item: T): void {
    let at = items.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(item, items[parent])) break;
      items[at] = items[parent];
      at = parent;
    }
    items[at] = item;
  }

  function sink(item: T): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && before(items[child + 1], items[child])) child++;
      if (!before(items[child], item)) break;
      items[at] = items[child];
      at = child;
    }
    items[at] = item;
  }

  return {
    get size() {
      return items.length;
    },
    push: rise,
    pop() {
      const first = items[0];
      const last = items.pop();
      if (last !== undefined && items.length > 0) sink(last);
      return first;
    },
  };
}
