// The thread from its TypeScript source. Node 20 has no way to give a thread of its own a loader from outside.
import { register } from 'tsx/esm/api';

register();
await import('./thread.ts');
