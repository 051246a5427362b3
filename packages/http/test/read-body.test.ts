import { once } from 'node:events';
import { connect } from 'node:net';
import { RequestError, silentLog } from '@severe/base';
import { expect } from 'chai';
import { composite, createAjv, email, endpoints, fields, integer, list, nullable, number, oneOf, openApiDocument, required, secret, shape, text } from '@severe/http'; // prettier-ignore
import { setTimeout as pause } from 'node:timers/promises';
import Koa from 'koa';
import { receive } from '../src/receive.ts';
import { compileReadBody } from '../src/read-body.ts';
import { run, type Running } from '@severe/testing/serve';
import { until } from '@severe/testing/until';
import { bindings } from './support/bindings.ts';

const readDay = (given: string) => {
  if (/^\d{8}$/.test(given)) return Number(given);
  throw new RequestError(400, `Invalid day: expected YYYYMMDD, got ${given}`);
};

const place = fields({
  lat: required(number({ min: -90, max: 90, about: 'Latitude.' })),
  lon: required(number({ min: -180, max: 180 })),
});
const post = endpoints<object>()({
  method: 'POST',
  path: '/places',
  summary: 'Takes places.',
  tag: 'Places',
  cache: 'no-store',
  body: {
    places: required(list(required(place), { min: 1, max: 3, about: 'Up to three.' })),
    kind: oneOf(['a', 'b'], { default: 'a' }),
    name: text({ maxLength: 5 }),
    count: integer({ min: 0 }),
    day: composite(readDay),
    email: email(),
    password: secret({ minLength: 8, maxLength: 12 }),
    note: nullable(text({ maxLength: 5 })),
    level: nullable(oneOf(['low', 'high'])),
    sharp: nullable(list(required(number()), { min: 2, max: 2 })),
  },
  response: shape.object({ body: shape.object({}) }),
  handle: ({ body }) => ({ body }),
});
const get = endpoints<object>()({
  path: '/places',
  summary: 'Lists places.',
  tag: 'Places',
  cache: 'no-store',
  response: shape.object({}),
  handle: () => ({}),
});

const spot = { lat: 35, lon: -97 };

for (const [name, bind] of Object.entries(bindings)) {
  describe(`a body behind ${name}`, () => {
    let server: Running;
    let url: string;
    before(async () => {
      server = await run(bind([post, get], { log: silentLog }));
      url = server.url;
    });
    after(() => server.close());

    const send = async (body: string | Uint8Array, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${url}/api/v1/places`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: body as string,
      });
      return { status: answer.status, headers: answer.headers, json: await answer.json() };
    };
    const items = async (body: unknown) => {
      const { status, json } = await send(JSON.stringify(body));
      expect(status, JSON.stringify(json)).to.equal(422);
      return json.detail as { loc: (string | number)[]; type: string; msg: string; input: unknown }[];
    };

    it('is passed to the handler with defaults, without unknown fields', async () => {
      const { status, headers, json } = await send(JSON.stringify({ places: [spot], day: '20260520', other: 1 }));
      expect(status).to.equal(200);
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(json.body).to.deep.equal({ places: [spot], kind: 'a', day: 20260520 });
    });

    it('is refused with an item for every error, with its location', async () => {
      const faults = await items({ places: [{ lat: 91, lon: 'x' }, {}, 7], kind: 'c', name: 'too long', count: 1.5 });
      expect(faults.map(({ loc, type }) => `${loc.join('.')} ${type}`)).to.deep.equal([
        'body.places.0.lat less_than_equal',
        'body.places.0.lon float_parsing',
        'body.places.1.lat missing',
        'body.places.1.lon missing',
        'body.places.2 value_error',
        'body.kind enum',
        'body.name string_too_long',
        'body.count int_parsing',
      ]);
      expect(faults[0].input).to.equal(91);
    });

    it('limits the length of lists', async () => {
      expect((await items({ places: [] }))[0].msg).to.equal('List should have 1 to 3 items, and has 0');
      expect(await items({ places: Array(90_000).fill(1) })).to.have.length(1);
    });

    it('must be an object with storable text', async () => {
      for (const body of [[], 'x', null, 3]) expect((await items(body))[0].loc).to.deep.equal(['body']);
      expect((await items({ places: [spot], name: 'a\0b' }))[0].loc).to.deep.equal(['body', 'name']);
      const said = async (name: unknown) => (await items({ places: [spot], name }))[0].msg;
      for (const name of [null, 7, ['a'], {}])
        expect(await said(name), JSON.stringify(name)).to.equal('Input should be a text');
      for (const name of ['a\0b', 'a\ud800'])
        expect(await said(name)).to.equal('Input should be a text without NUL characters and lone surrogates');
      const { status } = await send('{"places":[{"lat":1,"lon":2}],"name":"\\ud800"}');
      expect(status).to.equal(422);
    });

    it('must be JSON without excessive nesting', async () => {
      for (const body of ['', '{', '{"places":', 'null}', '{"places":[NaN]}', '['.repeat(100_000)]) {
        const { status, json } = await send(body);
        expect(status, body.slice(0, 20)).to.equal(400);
        expect(json.detail).to.match(/^Invalid JSON body/);
      }
      expect((await send(Uint8Array.of(0x22, 0xff, 0x22))).json.detail).to.equal('Invalid JSON body: it is not UTF-8');
      const quoted = await send(JSON.stringify({ places: [spot], name: '"[[["' }));
      expect(quoted.status).to.equal(200);
    });

    it('may contain composite text', async () => {
      const { status, json } = await send(JSON.stringify({ places: [spot], day: 'monday' }));
      expect([status, json.detail]).to.deep.equal([400, 'Invalid day: expected YYYYMMDD, got monday']);
    });

    it('may have fields that are null', async () => {
      const given = { places: [spot], note: null, level: null, sharp: null };
      const { json } = await send(JSON.stringify(given));
      expect(json.body).to.deep.include(given);
      const set = { places: [spot], note: 'x', level: 'low', sharp: [1, 2] };
      expect((await send(JSON.stringify(set))).json.body).to.deep.include(set);
      const faults = await items({ places: null, note: 'longer', level: 'middle', sharp: [1], name: null });
      expect(faults.map(({ loc, type }) => `${loc.join('.')} ${type}`)).to.deep.equal([
        'body.places value_error',
        'body.name value_error',
        'body.note string_too_long',
        'body.level enum',
        'body.sharp value_error',
      ]);
    });

    it('may have an e-mail address, which is trimmed and in lower case', async () => {
      const { json } = await send(JSON.stringify({ places: [spot], email: ' Ann.Lee+wx@Example.ORG ' }));
      expect(json.body.email).to.equal('ann.lee+wx@example.org');
      for (const wrong of [
        'nobody',
        'a@b',
        'a@b..org',
        'a b@c.org',
        'a@b.org\r\nBcc: c@d.org',
        '@b.org',
        'a@-b.org',
        5,
      ]) {
        const [{ loc, type }] = await items({ places: [spot], email: wrong });
        expect([loc, type], String(wrong)).to.deep.equal([['body', 'email'], 'value_error']);
      }
      expect((await items({ places: [spot], email: `${'x'.repeat(64)}@${'y.'.repeat(100)}org` }))[0].type).to.equal(
        'string_too_long',
      );
    });

    it('never has its passwords repeated in an error', async () => {
      for (const password of ['seven77', 'thirteen-1313', 12_345_678, ['secret'], { secret: 1 }]) {
        const { json } = await send(JSON.stringify({ places: [spot], password }));
        expect(json.detail[0].loc).to.deep.equal(['body', 'password']);
        expect(json.detail[0]).to.not.have.property('input');
      }
    });

    it('is refused with 415 for other media types', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
        expect((await send('{}', { 'Content-Type': type })).status, type).to.equal(415);
      }
      expect((await send('{}', { 'Content-Encoding': 'gzip' })).status).to.equal(415);
      const named = await send(JSON.stringify({ places: [spot] }), {
        'Content-Type': 'Application/JSON; charset=UTF-8',
      });
      expect(named.status).to.equal(200);
    });

    it('is refused with 413 beyond 256 KiB, with or without Content-Length', async () => {
      const { status, json } = await send(JSON.stringify({ name: 'x'.repeat(256 << 10) }));
      expect([status, json.detail]).to.deep.equal([413, 'Body larger than 256 KiB']);
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined); // the server ends the connection while we still write
      socket.write('POST /api/v1/places HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n');
      socket.write('Transfer-Encoding: chunked\r\n\r\n');
      for (let i = 0; i < 5; i++) socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
      const [reply] = (await once(socket, 'data')) as [Buffer];
      expect(reply.toString()).to.match(/^HTTP\/1\.1 413 /);
      socket.destroy();
    });

    for (const [reason, type, bytes, status] of [
      ['too large', 'application/json', 4 << 20, 413],
      ['of another media type', 'text/plain', 4 << 20, 415],
    ] as const) {
      it(`may be sent to its end, and the connection be used again, although it is ${reason}`, async () => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        let broken: Error | undefined;
        socket.on('error', (error) => (broken = error));
        const head = `POST /api/v1/places HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`;
        socket.write(head);
        const [reply] = (await once(socket, 'data')) as [Buffer]; // before anything of the body is sent
        for (let left = bytes; left > 0; left -= 1 << 20) {
          if (!socket.write('x'.repeat(1 << 20))) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
        }
        socket.write('GET /api/v1/places HTTP/1.1\r\nHost: a\r\n\r\n');
        const [next] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer];
        socket.destroy();
        expect(broken).to.equal(undefined);
        expect(reply.toString()).to.match(new RegExp(`^HTTP/1.1 ${status} `));
        expect(next.toString()).to.match(/^HTTP\/1\.1 200 /);
      });
    }

    it('may be sent to its end, and the connection be used again, although it is too large and of unknown length', async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const head =
        'POST /api/v1/places HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
      socket.write(head);
      const part = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
      socket.write(part.repeat(5));
      const [reply] = (await once(socket, 'data')) as [Buffer];
      socket.write(`${part.repeat(50)}0\r\n\r\nGET /api/v1/places HTTP/1.1\r\nHost: a\r\n\r\n`);
      const [next] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer];
      socket.destroy();
      expect(reply.toString()).to.match(/^HTTP\/1\.1 413 /);
      expect(next.toString()).to.match(/^HTTP\/1\.1 200 /);
    });

    it('is refused by its declared length, however large', async () => {
      for (const bytes of [(256 << 10) + 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1]) {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        socket.write(
          `POST /api/v1/places HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
        );
        const [reply] = (await once(socket, 'data')) as [Buffer];
        socket.destroy();
        expect(reply.toString(), String(bytes)).to.match(/^HTTP\/1\.1 413 /);
      }
    });

    it('is read to its last byte, up to 256 KiB', async () => {
      const filler = (256 << 10) - JSON.stringify({ places: [spot], day: '20260520', filler: '' }).length;
      const given = (length: number) => JSON.stringify({ places: [spot], day: '20260520', filler: 'x'.repeat(length) });
      expect((await send(given(filler))).status).to.equal(200);
      expect((await send(given(filler + 1))).status).to.equal(413);
      const chunks = (length: number) =>
        fetch(`${url}/api/v1/places`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: new Blob([given(length)]).stream(),
          duplex: 'half',
        } as RequestInit);
      expect((await chunks(filler)).status).to.equal(200);
      expect((await chunks(filler + 1)).status).to.equal(413);
    });

    it('may begin with a byte order mark, and be missing', async () => {
      expect((await send(`\ufeff${JSON.stringify({ places: [spot], name: 'é€😀' })}`)).json.body.name).to.equal('é€😀');
      const answer = await fetch(`${url}/api/v1/places`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
      });
      expect([answer.status, await answer.json()]).to.deep.equal([400, { detail: 'Invalid JSON body' }]);
    });

    it('closes the connection of a rejected body that does not end', async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      const head =
        'POST /api/v1/places HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1000000000\r\n\r\n';
      socket.write(head);
      let sent = 0;
      for (const part = 'x'.repeat(1 << 20); !socket.destroyed && sent < 200; sent++) {
        socket.write(part);
        await pause(1);
      }
      socket.destroy();
      expect(sent).to.be.within(8, 199); // the rest waits in the buffers of the system
    });

    it('never results in 304', async () => {
      const body = JSON.stringify({ places: [spot] });
      const { headers } = await send(body);
      const again = await send(body, { 'If-None-Match': headers.get('etag') as string });
      expect(again.status).to.equal(200);
    });

    it('is listed by OPTIONS with the other methods of its path', async () => {
      const answer = await fetch(`${url}/api/v1/places`, { method: 'OPTIONS' });
      expect(answer.headers.get('access-control-allow-methods')).to.equal('POST, GET, HEAD, OPTIONS');
      const wrong = await fetch(`${url}/api/v1/places`, { method: 'PUT', body: 'x' });
      expect([wrong.status, wrong.headers.get('allow')]).to.deep.equal([405, 'POST, GET, HEAD, OPTIONS']);
    });
  });
}

describe('receiving a body', () => {
  it('is refused, and no error of ours, if the client leaves before its end', async () => {
    for (const lateMs of [0, 50]) {
      const outcomes: unknown[] = [];
      const service = await run((request, response) => {
        const ctx = new Koa().createContext(request, response);
        void pause(lateMs) // as a limit that is counted elsewhere
          .then(() => receive(ctx))
          .catch((error: unknown) => outcomes.push(error));
      });
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
      await new Promise((done) => socket.write(head, done));
      await pause(lateMs === 0 ? 50 : 0);
      socket.destroy();
      await until(() => outcomes.length > 0);
      await service.close();
      expect(outcomes[0]).to.be.instanceOf(RequestError);
      expect(outcomes[0]).to.include({ status: 400, detail: 'The body ended early' });
    }
  });
});

describe('the reader of a body', () => {
  it('refuses with at most 50 items', () => {
    const read = compileReadBody({ marks: required(list(required(number()), { max: 100 })) });
    expect(() => read(JSON.stringify({ marks: Array(100).fill('x') })))
      .to.throw(RequestError)
      .with.property('detail')
      .with.lengthOf(50);
  });
});

describe('a body in the OpenAPI document', () => {
  it('is described with its fields and errors', () => {
    const document = openApiDocument([post], { title: '', version: '', description: '' });
    const { requestBody, responses } = document.paths['/places'].post as any;
    expect(requestBody.required).to.equal(true);
    const { schema } = requestBody.content['application/json'];
    expect(schema.required).to.deep.equal(['places']);
    expect(schema.properties.places.items.properties.lat.description).to.equal('Latitude.');
    expect(() => createAjv().compile(schema)).to.not.throw();
    expect(Object.keys(responses)).to.include.members(['200', '400', '413', '415', '422']);
    expect(Object.keys(responses)).to.not.include('304');
  });
});
