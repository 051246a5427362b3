import { endProcess } from '../services/processes.ts';
import { pidOf, readCluster, routerPid } from './members.ts';

/** A process drains, and lets running requests end. */
const stopMs = 60_000;

/** Ends all processes: the router first, so that nobody is sent to one that ends. Data stay. @returns the exit code */
export async function down(): Promise<number> {
  const router = routerPid();
  if (router !== undefined) await endProcess(router, 'SIGQUIT');
  const pids = (readCluster()?.members ?? []).flatMap(({ name }) => pidOf(name) ?? []);
  await Promise.all(pids.map((pid) => endProcess(pid, 'SIGTERM', stopMs)));
  console.log(pids.length > 0 ? `stopped ${pids.length} processes and the router` : 'the cluster was not running');
  return 0;
}
