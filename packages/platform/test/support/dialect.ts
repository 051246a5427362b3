import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { run, type Running } from '@severe/testing/serve';

/** What a store does in another way than S3. */
export interface Dialect {
  hasBucket?: boolean;
  /** Status and code of a refusal of `POST ?delete`; without: it deletes. */
  noBatches?: { status: number; code?: string };
  /** The `<Error>` elements in the answer to a batch. */
  batchErrors?: string;
  /** Headers of answers to `PUT`, `GET` and `HEAD` of objects. */
  headers?: Record<string, string>;
  /** Keys of a page, without a token for the next one. */
  pageLength?: number;
  /** Whether each page is followed by the same token. */
  repeatsToken?: boolean;
  /** Elements of an object in a list. */
  listed?: (key: string, bytes: number) => string;
  /** Status of `HEAD` of the bucket. */
  headStatus?: number;
}

/** A small store with one bucket, in memory, that speaks a dialect. It does not check signatures. */
export class DialectStore {
  readonly objects = new Map<string, string>();
  readonly requests: IncomingMessage[] = [];
  dialect: Dialect = {};
  #server!: Running;

  get endpoint(): string {
    return this.#server.url;
  }

  async listen(): Promise<void> {
    this.#server = await run((request, response) => void this.#answer(request, response));
  }

  close = (): Promise<void> => this.#server.close();

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(request);
    const { pathname, searchParams } = new URL(request.url!, 'http://store');
    const [, , ...rest] = pathname.split('/');
    const body = await text(request);
    const { hasBucket = true, headStatus = hasBucket ? 200 : 404 } = this.dialect;
    if (rest.join('/') !== '') return this.#answerObject(rest.join('/'), request.method!, body, response);
    if (request.method === 'HEAD') return void response.writeHead(headStatus).end();
    if (request.method === 'PUT') return refuse(response, 403, 'AccessDenied');
    if (request.method === 'POST') return this.#deleteBatch(body, response);
    response.end(this.#list(searchParams));
  }

  #answerObject(key: string, method: string, body: string, response: ServerResponse): void {
    for (const [name, value] of Object.entries(this.dialect.headers ?? {})) response.setHeader(name, value);
    if (method === 'PUT') this.objects.set(key, body);
    else if (!this.objects.has(key)) return refuse(response, 404, 'NoSuchKey');
    if (method === 'DELETE') this.objects.delete(key);
    const stored = method === 'GET' || method === 'HEAD' ? this.objects.get(key)! : '';
    response.setHeader('content-length', stored.length);
    response.setHeader('last-modified', 'Sun, 29 Nov 2026 00:00:00 GMT');
    response.end(method === 'HEAD' ? '' : stored);
  }

  #deleteBatch(body: string, response: ServerResponse): void {
    const { noBatches, batchErrors = '' } = this.dialect;
    if (noBatches) return refuse(response, noBatches.status, noBatches.code);
    for (const [, key] of body.matchAll(/<Key>([^<]+)</g)) this.objects.delete(key);
    response.end(`<DeleteResult>${batchErrors}</DeleteResult>`);
  }

  #list(query: URLSearchParams): string {
    const { pageLength = 1000, repeatsToken = false, listed } = this.dialect;
    const after = query.get('start-after') ?? '';
    const all = [...this.objects.keys()].filter((key) => key > after && key.startsWith(query.get('prefix')!)).sort();
    const contents = all.slice(0, pageLength).map((key) => {
      const { length } = this.objects.get(key)!;
      const facts = listed?.(key, length) ?? `<Size>${length}</Size><LastModified>2026-11-29T00:00:00Z</LastModified>`;
      return `<Contents><Key>${encodeURIComponent(key)}</Key>${facts}</Contents>`;
    });
    const token = repeatsToken ? '<NextContinuationToken>same</NextContinuationToken>' : '';
    const isTruncated = `<IsTruncated>${repeatsToken || all.length > pageLength}</IsTruncated>`;
    return `<ListBucketResult>${isTruncated}${token}${contents.join('')}</ListBucketResult>`;
  }
}

function refuse(response: ServerResponse, status: number, code = ''): void {
  response.writeHead(status).end(code && `<Error><Code>${code}</Code><Message>no</Message></Error>`);
}
