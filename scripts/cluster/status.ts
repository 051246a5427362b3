import { logOf, pidOf, readCluster, routerPid, type Member } from './members.ts';

/** Prints what runs. @returns the exit code: 0 if all of it is ready */
export async function status(): Promise<number> {
  const cluster = readCluster();
  const members = cluster?.members ?? [];
  if (members.every(({ name }) => pidOf(name) === undefined)) {
    console.log('the cluster is not running; npm run cluster -- up starts it');
    return 1;
  }
  const router = routerPid();
  console.log(router === undefined ? '○ the router is not running' : `● router at ${cluster!.url} (process ${router})`);
  return (await printMembers(members)) && router !== undefined ? 0 : 1;
}

/** Prints a line for each process. @returns whether all are ready */
export async function printMembers(members: readonly Member[]): Promise<boolean> {
  const states = await Promise.all(members.map(stateOf));
  for (const [i, { name, port, opsPort }] of members.entries()) {
    const { isReady, text } = states[i];
    const addresses = `127.0.0.1:${port}`.padEnd(18) + `probes and metrics: ${opsPort}`.padEnd(28);
    console.log(`${isReady ? '●' : '○'} ${name.padEnd(12)}${addresses}${text.padEnd(24)}${logOf(name)}`);
  }
  return states.every(({ isReady }) => isReady);
}

async function stateOf({ name, opsPort }: Member): Promise<{ isReady: boolean; text: string }> {
  const pid = pidOf(name);
  if (pid === undefined) return { isReady: false, text: 'not running' };
  try {
    const response = await fetch(`http://127.0.0.1:${opsPort}/readyz`, { signal: AbortSignal.timeout(5000) });
    const { status: said } = (await response.json()) as { status: string };
    return { isReady: response.ok, text: `${said} (process ${pid})` };
  } catch {
    return { isReady: false, text: `does not answer (process ${pid})` };
  }
}
