// The thread from its TypeScript source. Node 20 cannot give a worker thread a loader from outside.
import { register } from 'tsx/esm/api';

register();
await import('./thread.ts');
