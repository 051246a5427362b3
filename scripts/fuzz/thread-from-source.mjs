// The thread from its TypeScript source: Node 20 gives a thread no loader from outside.
import { register } from 'tsx/esm/api';

register();
await import('./thread.ts');
