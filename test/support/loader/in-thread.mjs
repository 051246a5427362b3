// Gives a thread of a test the loader of its process: Node 20 gives it none from outside.
import { register } from 'node:module';
import { register as registerSource } from 'tsx/esm/api';

const isBuilt = process.execArgv.some((option) => option.endsWith('/loader/register.mjs'));
if (isBuilt) register('./hooks.mjs', import.meta.url);
else registerSource();
