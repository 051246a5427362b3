import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, StartError } from '@severe/base';
import { openObjects, type Objects } from '@severe/platform';
import { freePort } from '@severe/testing/free-port';
import { run, type Running } from '@severe/testing/serve';
import { expect } from 'chai';
import { AssumeRoleProvider } from 'minio/dist/esm/AssumeRoleProvider.mjs';
import { fetchByWebIdentity } from '../../src/objects/credentials/sts.ts';
import type { Temporary } from '../../src/objects/credentials/renewing.ts';
import { startMinio, type Store } from '../support/object-stores.ts';
import { rejection } from '../support/wait.ts';

const client = 'severe';

/** An OpenID provider, as the cluster is one for its service accounts. */
class Provider {
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  #server!: Running;

  async listen(): Promise<void> {
    const jwk = { ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
    this.#server = await run((request, response) => {
      const { url } = this.#server;
      const about = { issuer: url, jwks_uri: `${url}/keys`, authorization_endpoint: url, token_endpoint: url };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url === '/keys' ? { keys: [jwk] } : about));
    });
  }

  get configuration(): string {
    return `${this.#server.url}/.well-known/openid-configuration`;
  }

  /** A token of a workload with a policy of MinIO. */
  token(policy: string): string {
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss: this.#server.url, aud: client, sub: 'pod', iat: seconds, exp: seconds + 3600, policy };
    const encoded = [{ alg: 'RS256', kid: 'one' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const text = encoded.join('.');
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), this.#keys.privateKey).toString('base64url')}`;
  }

  close = (): Promise<void> => this.#server?.close();
}

describe('platform/objects/s3 with roles of a real store', function () {
  this.timeout(60_000);
  const provider = new Provider();
  let folder: string;
  let tokenFile: string;
  let store: Store;
  before(async function () {
    folder = mkdtempSync(join(tmpdir(), 'severe-roles-'));
    tokenFile = join(folder, 'token');
    await provider.listen();
    store = await startMinio(this, { url: provider.configuration, client });
  });
  after(async () => {
    await store?.stop();
    await provider.close();
    rmSync(folder, { recursive: true });
  });

  const open = (env: Record<string, string>): Promise<Objects> =>
    openObjects(loadSettings({ S3_ENDPOINT: store.endpoint, S3_STS_ENDPOINT: store.endpoint, ...env }));

  async function expectUse(objects: Objects): Promise<void> {
    await objects.put('role/x', Buffer.from('x'));
    expect((await objects.get('role/x'))?.toString()).to.equal('x');
    await objects.delete(['role/x']);
  }

  /** Real credentials that end. */
  const issue = (policy = 'readwrite'): Promise<Temporary> => {
    writeFileSync(tokenFile, `${provider.token(policy)}\n`);
    return fetchByWebIdentity({ roleArn: '', tokenFile, stsEndpoint: store.endpoint });
  };

  const byToken = () => ({ S3_CREDENTIALS: 'web-identity', AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile });

  it('takes the role of a web identity', async () => {
    writeFileSync(tokenFile, provider.token('readwrite'));
    await expectUse(await open(byToken()));
  });

  it('takes a role with keys', async () => {
    const { accessKey, secretKey } = store;
    const keys = { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
    const role = { S3_CREDENTIALS: 'assume-role', AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/severe' };
    await expectUse(await open({ ...keys, ...role }));
    const error = await rejection(open({ ...keys, ...role, S3_SECRET_KEY: 'wrong' }));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.match(/no credentials from STS at http.*: .*AccessDenied The request signature/);
  });

  it('uses temporary keys with their session token, and not without', async () => {
    const { accessKey, secretKey, sessionToken } = await issue();
    const keys = { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
    await expectUse(await open({ ...keys, S3_SESSION_TOKEN: sessionToken }));
    expect(await rejection(open(keys))).to.be.instanceOf(StartError);
  });

  it('says why there are no credentials', async () => {
    writeFileSync(tokenFile, 'no token');
    const refused = await rejection(open(byToken()));
    expect(refused).to.be.instanceOf(StartError);
    expect(refused.message).to.match(/no credentials from STS at http:\S+: it answered 400 \(InvalidParameterValue/);
    rmSync(tokenFile);
    expect((await rejection(open(byToken()))).message).to.contain('AWS_WEB_IDENTITY_TOKEN_FILE cannot be read');
    writeFileSync(tokenFile, provider.token('readwrite'));
    const away = await rejection(open({ ...byToken(), S3_STS_ENDPOINT: `http://127.0.0.1:${await freePort()}` }));
    expect(away.message).to.match(/cannot be opened: no credentials from STS at http:\S+: connect ECONNREFUSED/);
  });

  it('opens a bucket that it may not create, and names one that is not there', async () => {
    await open({ S3_ACCESS_KEY: store.accessKey, S3_SECRET_KEY: store.secretKey, S3_BUCKET: 'ours' });
    const allowed = { Effect: 'Allow', Action: ['s3:ListBucket', 's3:*Object'], Resource: ['arn:aws:s3:::*'] };
    const policy = JSON.stringify({ Version: '2012-10-17', Statement: [allowed] });
    const { stsEndpoint, accessKey, secretKey } = { ...store, stsEndpoint: store.endpoint };
    const limited = await new AssumeRoleProvider({ stsEndpoint, accessKey, secretKey, policy }).refreshCredentials();
    const env = {
      S3_ACCESS_KEY: limited.accessKey,
      S3_SECRET_KEY: limited.secretKey,
      S3_SESSION_TOKEN: limited.sessionToken!,
    };
    await expectUse(await open({ ...env, S3_BUCKET: 'ours' }));
    const error = await rejection(open({ ...env, S3_BUCKET: 'missing' }));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.contain('no such bucket, and no right to create it; the bucket is missing');
  });

  describe('from an agent of the machine', () => {
    let agent: Running;
    let answer: (request: IncomingMessage, response: ServerResponse) => void;
    before(async () => {
      agent = await run(createServer((request, response) => answer(request, response)));
    });
    after(() => agent?.close());

    const json = async (lifeMs = 3_600_000): Promise<string> => {
      const { accessKey: AccessKeyId, secretKey: SecretAccessKey, sessionToken: Token } = await issue();
      return JSON.stringify({ AccessKeyId, SecretAccessKey, Token, Expiration: new Date(Date.now() + lifeMs) });
    };

    it('takes the role of a pod, with the token that its file has', async () => {
      const issued = await json();
      const agentToken = join(folder, 'agent-token');
      writeFileSync(agentToken, 'pod-token\n');
      answer = ({ headers }, response) =>
        headers.authorization === 'pod-token' ? response.end(issued) : response.writeHead(401).end();
      const env = { S3_CREDENTIALS: 'container', AWS_CONTAINER_CREDENTIALS_FULL_URI: `${agent.url}/v1/credentials` };
      await expectUse(await open({ ...env, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: agentToken }));
      expect((await rejection(open(env))).message).to.match(/no credentials from the container's agent .*answered 401/);
    });

    it('takes the role of an instance by version 2 of its metadata', async () => {
      const issued = await json();
      const asked: string[] = [];
      answer = ({ method, url, headers }, response) => {
        asked.push(`${method} ${url}`);
        if (method === 'PUT') return response.end('metadata-token');
        if (headers['x-aws-ec2-metadata-token'] !== 'metadata-token') return response.writeHead(401).end();
        return response.end(url?.endsWith('/severe-role') ? issued : 'severe-role\n');
      };
      const env = { S3_CREDENTIALS: 'instance', AWS_EC2_METADATA_SERVICE_ENDPOINT: agent.url };
      const objects = await open(env);
      await Promise.all(Array.from({ length: 20 }, () => objects.head('x')));
      const roles = '/latest/meta-data/iam/security-credentials/';
      expect(asked).to.deep.equal(['PUT /latest/api/token', `GET ${roles}`, `GET ${roles}severe-role`]);
      answer = (_, response) => response.end('{}');
      expect((await rejection(open(env))).message).to.contain('its answer has no key, secret, token and expiry');
    });

    it('renews credentials that end while requests run', async () => {
      const issued = await Promise.all([json(12_000), json(), json()]);
      let renewals = 0;
      answer = (_, response) => void response.end(issued[renewals++]);
      const objects = await open({
        S3_CREDENTIALS: 'container',
        AWS_CONTAINER_CREDENTIALS_FULL_URI: `${agent.url}/role`,
      });
      const end = Date.now() + 4000;
      while (Date.now() < end) await Promise.all(Array.from({ length: 8 }, () => objects.head('x')));
      expect(renewals).to.equal(2);
    });
  });
});
