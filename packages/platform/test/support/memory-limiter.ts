export { createMemoryLimiter } from '../../src/limiter/memory.ts';
