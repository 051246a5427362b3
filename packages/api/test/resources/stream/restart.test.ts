import { connect, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { until } from '@severe/testing/until';
import { testDatabase } from '@severe/db/testing/database';
import { startTestApi, type TestService } from '../../support/service.ts';

const clients = 100;

/** The ids of the events that a client receives on a socket of its own, without the control events. */
class Client {
  readonly #socket;
  #text = '';

  constructor(service: TestService, lastEventId?: string) {
    const { port } = service.server.address() as AddressInfo;
    const resume = lastEventId === undefined ? '' : `Last-Event-ID: ${lastEventId}\r\n`;
    this.#socket = connect({ host: '127.0.0.1', port }, () =>
      this.#socket.write(`GET /api/v1/stream HTTP/1.1\r\nHost: here\r\n${resume}\r\n`),
    );
    this.#socket.setEncoding('utf8').on('data', (text: string) => (this.#text += text));
    this.#socket.on('error', () => {});
  }

  get events(): { id: string; name: string }[] {
    return [...this.#text.matchAll(/^id: (\S+)\nevent: (\w+)\n/gm)].map(([, id, name]) => ({ id, name }));
  }

  /** Whether an event or a refusal has arrived. */
  get isAnswered(): boolean {
    return this.events.length > 0 || this.#text.includes(' 503 ');
  }

  ids(name: string): string[] {
    return this.events.filter((event) => event.name === name).map(({ id }) => id);
  }

  close(): void {
    this.#socket.destroy();
  }
}

describe('GET /stream after a restart', function () {
  this.timeout(60_000);
  let service: TestService | undefined;
  const open: Client[] = [];
  let minute = 0;

  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await service?.close();
  });

  const publish = ({ db }: Pick<TestService, 'db'>) =>
    db.frames.insert({
      family: 'radar',
      product: 'vil',
      runAt: null,
      validAt: new Date(Date.parse('2026-05-20T22:00:00Z') + 60_000 * minute++),
      publishedAt: new Date('2026-05-20T22:18:05Z'),
      tilesKey: null,
      tilesBytes: 0,
      valuesKey: `values-${minute}`,
      valuesBytes: 1,
      simulated: true,
    });

  /** A client with an open stream. The service refuses streams until it has read its events. */
  async function opened(of: TestService): Promise<Client> {
    await until(async () => {
      const client = new Client(of);
      open.push(client);
      await until(() => client.isAnswered);
      return client.ids('ready').length === 1;
    });
    return open.at(-1)!;
  }

  it('gives a hundred clients that connect at once what they missed, without gaps or repeats', async () => {
    service = await startTestApi();
    const first = await opened(service);
    await publish(service);
    await until(() => first.ids('radar').length === 1);
    const [lastSeen] = first.ids('radar');
    service.api.endStreams();
    await until(() => first.ids('bye').length === 1);
    for (let i = 0; i < 20; i++) await publish(service); // while nobody listens
    await service.close();

    service = await startTestApi(undefined, (options) => testDatabase({ ...options, keep: true }));
    expect(await service.db.streamEvents.newest(100)).to.have.length(21);
    await opened(service);
    const crowd = Array.from({ length: clients }, () => new Client(service!, lastSeen));
    open.push(...crowd);
    await publish(service);
    await until(() => crowd.every((client) => client.ids('radar').length >= 21));
    const [one] = crowd;
    expect(new Set(one.ids('radar')).size).to.equal(21);
    for (const client of crowd) {
      expect(client.ids('reset')).to.deep.equal([]);
      expect(client.ids('radar')).to.deep.equal(one.ids('radar'));
    }
  });
});
