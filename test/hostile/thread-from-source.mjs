import '../support/loader/in-thread.mjs';

await import('./thread.ts');
