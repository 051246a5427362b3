import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// bare-process.mjs FILE: serves recorded responses with node:http and nothing else. The file holds a list of target,
// headers (names and values in turn) and body in base64. Prints its address.

const responses = new Map();
for (const [target, headers, body] of JSON.parse(readFileSync(process.argv[2], 'utf8')))
  responses.set(target, [headers, Buffer.from(body, 'base64')]);
const server = createServer((request, response) => {
  const [headers, body] = responses.get(request.url);
  response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => process.exit(0));
