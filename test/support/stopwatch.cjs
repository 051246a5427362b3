// What something takes: wall time, and the processor time of this process with all its threads and of the processes below it. A
// browser or a service of a test mostly runs there.
const { readdirSync, readFileSync } = require('node:fs');

/** Processor time of other processes is read from /proc, in ticks. */
const ticksPerSecond = 100;
/** Reading /proc takes milliseconds: it is read again after this time at the earliest. */
const staleMs = 500;

let below = { at: -Infinity, seconds: 0 };

/** Wall time and processor time of now, in seconds. */
function read() {
  const { user, system } = process.cpuUsage();
  if (performance.now() - below.at > staleMs) below = { at: performance.now(), seconds: secondsBelow(process.pid) };
  return { wall: performance.now() / 1000, processor: (user + system) / 1e6 + below.seconds };
}

/** Adds what has passed since `start` to the entry of a name. */
function addSince(start, name, costs) {
  const now = read();
  const { wall, processor } = costs.get(name) ?? { wall: 0, processor: 0 };
  // A child that has ended without being waited for takes its processor time with it.
  const more = Math.max(0, now.processor - start.processor);
  costs.set(name, { wall: wall + now.wall - start.wall, processor: processor + more });
}

/** Processor time of the processes below one, with those that have ended; 0 on systems without /proc. */
function secondsBelow(root) {
  const children = new Map();
  const own = (pid) => (children.get(pid) ?? []).reduce((sum, child) => sum + child.ticks + own(child.pid), 0);
  let ended = 0;
  for (const pid of processes()) {
    const fields = statOf(pid);
    if (!fields) continue;
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((field) => Number(fields[field]));
    if (pid === root) ended = endedUser + endedSystem;
    const siblings = children.get(parent) ?? [];
    siblings.push({ pid, ticks: user + system + endedUser + endedSystem });
    children.set(parent, siblings);
  }
  return (ended + own(root)) / ticksPerSecond;
}

function processes() {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return []; // not Linux
  }
}

/** The fields of `/proc/PID/stat` from the state on; undefined if the process has ended. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' '); // a name may have spaces and brackets
  } catch {
    return undefined;
  }
}

module.exports = { read, addSince };
