import { readFile } from 'node:fs/promises';
import { messageOf } from '@severe/base';
import { ask, complete, withheld } from './ask.ts';
import type { Temporary } from './renewing.ts';

export interface Container {
  /** Where the agent of ECS or EKS Pod Identity answers. */
  url: string;
  /** Its authorization, which is read at each renewal; empty: none is needed. */
  tokenFile: string;
}

export interface Instance {
  /** Of the metadata of EC2, such as `http://169.254.169.254`. */
  endpoint: string;
}

/** Credentials of the role of a task of ECS or a pod of EKS. */
export async function fetchFromContainer({ url, tokenFile }: Container): Promise<Temporary> {
  const from = `the container's agent at ${new URL(url).host}`;
  try {
    const authorization = tokenFile && (await readFile(tokenFile, 'utf8')).trim();
    return parse(from, await ask(from, url, authorization ? { headers: { authorization } } : {}));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    const problem = `the file of AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE cannot be read (${messageOf(error)})`;
    throw withheld(from, problem, error);
  }
}

/** Credentials of the role of an instance of EC2, by version 2 of its metadata service. */
export async function fetchFromInstance({ endpoint }: Instance): Promise<Temporary> {
  const from = `the metadata of the instance at ${endpoint}`;
  const token = await ask(from, `${endpoint}/latest/api/token`, {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '300' },
  });
  const roles = `${endpoint}/latest/meta-data/iam/security-credentials/`;
  const headers = { 'x-aws-ec2-metadata-token': token };
  const role = (await ask(from, roles, { headers })).trim().split(/\s/)[0];
  return parse(from, await ask(from, roles + encodeURIComponent(role), { headers }));
}

/** Both services send the same JSON; `Code` says how it went where there is one. */
function parse(from: string, text: string): Temporary {
  let found: Record<string, unknown>;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw withheld(from, 'its answer is not JSON', error);
  }
  const { Code: code = 'Success', AccessKeyId, SecretAccessKey, Token, Expiration } = found as Record<string, string>;
  if (code !== 'Success') throw withheld(from, `it answered ${code}`);
  return complete(from, {
    accessKey: AccessKeyId,
    secretKey: SecretAccessKey,
    sessionToken: Token,
    expiresAt: new Date(Expiration),
  });
}
