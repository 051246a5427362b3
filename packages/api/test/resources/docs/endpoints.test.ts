import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { apiEndpoints, documentOf } from '@severe/api';
import { startTestApi, type TestService } from '../../support/service.ts';
import { tileEndpoints } from '@severe/tiles';

/** The document without the examples of parameters, some of which depend on the data. */
function withoutExamples(document: any): unknown {
  for (const operations of Object.values<any>(document.paths)) {
    for (const { parameters } of Object.values<any>(operations)) for (const each of parameters) delete each.example;
  }
  return document;
}

describe('api/docs', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi(() => ({ otherEndpoints: tileEndpoints }));
  });
  after(() => service?.close());

  it('creates one valid document for the API and the tile server', async () => {
    const { status, json } = await service.ask('/api/v1/openapi.json');
    expect(status).to.equal(200);
    const { valid, errors } = await new Validator().validate(json());
    expect([valid, errors ?? []]).to.deep.equal([true, []]);
    const published = [...tileEndpoints, ...apiEndpoints].filter(({ internal }) => !internal);
    expect(Object.keys(json().paths)).to.have.members([...new Set(published.map(({ path }) => path))]);
    expect(json().servers).to.deep.equal([{ url: 'https://wx.example.org/api/v1' }]);
    const defined = documentOf([...tileEndpoints, ...apiEndpoints], {
      publicUrl: () => 'https://wx.example.org',
      version: '9.8.7',
    });
    expect(json().info).to.include({ version: '0.1.0', 'x-service-version': '9.8.7' });
    expect(json().components.securitySchemes.session.name).to.equal('__Host-severe_session');
    const plain = documentOf(apiEndpoints, { publicUrl: () => 'http://127.0.0.1:8080', version: '1' });
    expect(plain.components.securitySchemes).to.have.nested.property('session.name', 'severe_session');
    expect(withoutExamples(json())).to.deep.equal(withoutExamples(JSON.parse(JSON.stringify(defined))));
  });

  it('describes every parameter and every field', async () => {
    const { paths, components } = (await service.ask('/api/v1/openapi.json')).json();
    const silent: string[] = [];
    const tells = (schema: any): boolean =>
      '$ref' in schema || 'description' in schema || (schema.anyOf ?? []).some(tells);
    const walk = (schema: any, where: string): void => {
      for (const [name, field] of Object.entries<any>(schema.properties ?? {})) {
        if (!tells(field)) silent.push(`${where}.${name}`);
        walk(field, `${where}.${name}`);
      }
      for (const inner of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? schema.oneOf ?? [])]) {
        if (inner) walk(inner, where);
      }
    };
    for (const [name, schema] of Object.entries(components.schemas)) walk(schema, name);
    for (const [path, methods] of Object.entries<any>(paths)) {
      for (const { parameters, requestBody, responses } of Object.values<any>(methods)) {
        for (const { name, description } of parameters) if (!description) silent.push(`${path}?${name}`);
        if (requestBody) walk(requestBody.content['application/json'].schema, `body of ${path}`);
        for (const { description } of Object.values<any>(responses)) expect(description, path).to.match(/\.$/);
      }
    }
    expect([...new Set(silent)], 'say it with `about`, or in glossary.ts where the name means one thing').to.deep.equal(
      [],
    );
  });

  it('serves a page without requests to other hosts', async () => {
    const { status, headers, body } = await service.ask('/api/v1/docs');
    expect([status, headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy'])
      .to.include("default-src 'none'")
      .and.not.match(/https?:/);
    const page = body.toString();
    expect(page).to.not.match(/https?:\/\/|<script>|style=/);
    const wanted = [...page.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path]) => path);
    expect(wanted).to.have.length(5);
    for (const path of wanted) {
      const got = await service.ask(`/api/v1/${path}`, { 'Accept-Encoding': 'br' });
      expect(got.status, path).to.equal(200);
      expect(got.headers.etag, path).to.be.a('string');
      const again = await service.ask(`/api/v1/${path}`, {
        'Accept-Encoding': 'br',
        'If-None-Match': got.headers.etag!,
      });
      expect(again.status, path).to.equal(304);
    }
  });

  it('compresses the large script', async () => {
    const { headers, body } = await service.ask('/api/v1/docs/swagger-ui-bundle.js', { 'Accept-Encoding': 'gzip' });
    expect(headers).to.deep.include({ 'content-encoding': 'gzip', 'content-type': 'text/javascript; charset=utf-8' });
    expect(body.length).to.be.within(100_000, 700_000);
  });

  it('serves no other file', async () => {
    for (const path of [
      'package.json',
      'index.js',
      '..%2fpackage.json',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      'constructor',
    ]) {
      const { status, json } = await service.ask(`/api/v1/docs/${path}`);
      expect([status, json().detail], path).to.deep.equal([404, 'Not found']);
    }
  });
});
