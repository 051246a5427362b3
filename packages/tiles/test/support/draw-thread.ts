import { inThread } from '../../src/in-thread.ts';

/** Stands in for the drawing of a tile: never ends for `spin`. */
export default inThread(({ what }: { what: string }) => {
  for (;;) if (what !== 'spin') return what;
});
