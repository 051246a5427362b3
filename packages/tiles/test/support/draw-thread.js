// `draw-thread.ts` for the code as it is built.
import { inThread } from '../../dist/in-thread.js';

export default inThread(({ what }) => {
  for (;;) if (what !== 'spin') return what;
});
