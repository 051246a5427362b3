// Runs tasks of modules in TypeScript. Node 20 gives a thread the options of the process, but no loader from outside; without one,
// only modules load that need nothing but `require`.
import { register } from 'tsx/esm/api';

register();

export default async function run({ module, name, task }) {
  const exported = await import(module).catch((cause) => {
    throw new Error(`${module} cannot be loaded: ${cause.message}`); // errors of the loader lose their message between threads
  });
  return exported[name](task);
}
