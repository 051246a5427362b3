// Opens many live streams from one process and notes when each event arrives.
// argv: base URL, number of clients, own address. Messages in: 'report', 'end'. Messages out: { opened }, { arrivals }.
import { connect } from 'node:net';
import process from 'node:process';

const [, , base, count, localAddress] = process.argv;
const { hostname, port } = new URL(base);
const request = `GET /api/v1/stream HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
/** Arrival times in Unix milliseconds by the id of the event. */
const arrivals = new Map();
let opened = 0;
let closed = 0;

/** The bytes that came last, and their events: thousands of clients get the same, and share the processors with the service. */
let last = { bytes: Buffer.alloc(0), events: [] };

function eventsOf(bytes) {
  if (!bytes.equals(last.bytes)) {
    const events = [...bytes.toString('latin1').matchAll(/^id: (\S+)\nevent: (\w+)/gm)];
    last = { bytes: Buffer.from(bytes), events };
  }
  return last.events;
}

/** @returns whether the stream is open with these bytes */
function note(bytes) {
  let isReady = false;
  const now = performance.timeOrigin + performance.now();
  for (const [, id, name] of eventsOf(bytes)) {
    if (name === 'ready') {
      isReady = true;
      if (++opened === Number(count)) process.send({ opened });
    } else {
      const times = arrivals.get(id) ?? [];
      times.push(now);
      arrivals.set(id, times);
    }
  }
  return isReady;
}

/** A stream that the system or the service refuses under such a rush, before its first event, is tried again. */
function openOne() {
  let isOpen = false;
  const socket = connect({ host: hostname, port: Number(port), localAddress }, () => socket.write(request));
  socket.on('data', (bytes) => {
    isOpen = note(bytes) || isOpen;
  });
  socket
    .on('error', () => {})
    .on('close', () => {
      if (isOpen) closed++;
      else setTimeout(openOne, 100);
    });
}

for (let i = 0; i < Number(count); i++) setTimeout(openOne, i);

process.on('message', (message) => {
  if (message === 'report') process.send({ arrivals: [...arrivals], closed });
  if (message === 'end') process.exit(0);
});
