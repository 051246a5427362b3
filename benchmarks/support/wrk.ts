import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Results of wrk. */
export interface Load {
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  bytes: number;
  /** Responses other than 2xx and 3xx, and failed connections. */
  errors: number;
}

/** A request with headers of its own. */
export interface LoadRequest {
  path: string;
  headers: Record<string, string>;
}

export interface LoadOptions {
  base: string;
  /** Requested in turn by every connection. */
  paths: readonly (string | LoadRequest)[];
  connections: number;
  seconds: number;
  /** Headers of every request. */
  headers?: Record<string, string>;
  /** Folder of the script for wrk. */
  folder: string;
}

/** Keeps every connection busy for some seconds, with one thread of wrk. */
export async function load({ base, paths, connections, seconds, folder, headers = {} }: LoadOptions): Promise<Load> {
  const script = join(folder, 'load.lua');
  writeFileSync(script, scriptFor(paths, headers));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '5s', '-s', script, base];
  const { stdout } = await run('wrk', args, { maxBuffer: 1 << 20 });
  const line = /^result (.*)$/m.exec(stdout);
  if (!line) throw new Error(`wrk said nothing that can be read:\n${stdout}`);
  const [requests, micros, p50, p99, bytes, errors] = line[1].split(' ').map(Number);
  return { requests, seconds: micros / 1e6, p50Ms: p50 / 1000, p99Ms: p99 / 1000, bytes, errors };
}

/** All requests are prepared before the first is sent, so that the client costs the same for every server. */
function scriptFor(asked: LoadOptions['paths'], headers: Record<string, string>): string {
  const lines = asked.map((each) => {
    const { path, headers: own } = typeof each === 'string' ? { path: each, headers: {} } : each;
    return `{${JSON.stringify(path)}, ${tableOf({ ...headers, ...own })}}`;
  });
  return `local asked = {${lines.join(',\n')}}
local requests, at = {}, 0
init = function()
  for i, each in ipairs(asked) do requests[i] = wrk.format('GET', each[1], each[2]) end
end
request = function()
  at = at % #requests + 1
  return requests[at]
end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('result %d %d %d %d %d %d\\n', summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), summary.bytes, e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}

/** A table of Lua. JSON writes strings of ASCII as Lua reads them. */
function tableOf(headers: Record<string, string>): string {
  return `{${Object.entries(headers)
    .map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`)
    .join(',')}}`;
}
