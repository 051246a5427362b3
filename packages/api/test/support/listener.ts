import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@severe/testing/until';
import type { TestService } from './service.ts';

/** An open stream, read with nothing but `node:http`. */
export class Listener {
  text = '';
  ended = false;
  status = 0;
  headers: IncomingMessage['headers'] = {};
  readonly #request: ClientRequest;

  constructor(service: Pick<TestService, 'server'>, path = '/api/v1/stream', headers: Record<string, string> = {}) {
    this.#request = request(
      { port: (service.server.address() as AddressInfo).port, path, headers, agent: false },
      (response) => {
        this.status = response.statusCode!;
        this.headers = response.headers;
        response.setEncoding('utf8').on('data', (text: string) => (this.text += text));
        response.on('end', () => (this.ended = true));
      },
    );
    this.#request.on('error', () => {}).end();
  }

  get events(): { id: string; event: string; data: Record<string, unknown> }[] {
    return this.text
      .split('\n\n')
      .slice(0, -1)
      .filter((block) => block.includes('event: '))
      .map((block) => {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)![1];
        return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) };
      });
  }

  get names(): string[] {
    return this.events.map(({ event }) => event);
  }

  has(count: number): Promise<true> {
    return until(() => this.events.length >= count);
  }

  close(): void {
    this.#request.destroy();
  }
}
