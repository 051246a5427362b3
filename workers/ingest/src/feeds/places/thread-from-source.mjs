// Begins the thread where the service runs from source: a thread takes over the options of the process but not its
// TypeScript loader. Run from dist, thread.js is begun directly.
import { register } from 'tsx/esm/api';

register();
await import('./thread.ts');
