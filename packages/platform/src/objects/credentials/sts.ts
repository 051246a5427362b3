import { readFile } from 'node:fs/promises';
import { withTimeout } from '@severe/async';
import { messageOf } from '@severe/base';
import { AssumeRoleProvider } from 'minio/dist/esm/AssumeRoleProvider.mjs';
import { ask, complete, withheld } from './ask.ts';
import type { Temporary } from './renewing.ts';

const timeoutMs = 5000;
const lifeSeconds = 3600; // the longest that every role allows
const sessionName = 'severe';

export interface WebIdentity {
  roleArn: string;
  /** Read at each renewal, because the cluster replaces the token in it. */
  tokenFile: string;
  stsEndpoint: string;
}

export interface AssumedRole {
  accessKey: string;
  secretKey: string;
  roleArn: string;
  stsEndpoint: string;
  region: string;
}

/** Credentials of a role for the token of a workload, such as a service account of Kubernetes. */
export async function fetchByWebIdentity({ roleArn, tokenFile, stsEndpoint }: WebIdentity): Promise<Temporary> {
  const from = `STS at ${stsEndpoint}`;
  let token: string;
  try {
    token = (await readFile(tokenFile, 'utf8')).trim();
  } catch (error) {
    throw withheld(from, `the file of AWS_WEB_IDENTITY_TOKEN_FILE cannot be read (${messageOf(error)})`, error);
  }
  const text = await ask(from, stsEndpoint, {
    method: 'POST',
    body: new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      DurationSeconds: String(lifeSeconds),
      RoleSessionName: sessionName,
      WebIdentityToken: token,
      ...(roleArn && { RoleArn: roleArn }),
    }),
  });
  const element = (name: string): string => new RegExp(`<${name}>\\s*([^<\\s]+)\\s*</${name}>`).exec(text)?.[1] ?? '';
  return complete(from, {
    accessKey: element('AccessKeyId'),
    secretKey: element('SecretAccessKey'),
    sessionToken: element('SessionToken'),
    expiresAt: new Date(element('Expiration')),
  });
}

/** Credentials of a role that the holder of keys takes. */
export async function fetchByRole(role: AssumedRole): Promise<Temporary> {
  const from = `STS at ${role.stsEndpoint}`;
  const provider = new AssumeRoleProvider({
    ...role,
    sessionToken: '',
    roleSessionName: sessionName,
    durationSeconds: lifeSeconds,
  });
  const failed = (error: unknown): never => {
    throw withheld(from, messageOf((error as Error).cause instanceof Error ? (error as Error).cause : error), error);
  };
  const silent = (): Error => withheld(from, `it was silent for ${timeoutMs} ms`);
  const credentials = await withTimeout(timeoutMs, provider.refreshCredentials().catch(failed), silent);
  return complete(from, {
    accessKey: credentials.accessKey,
    secretKey: credentials.secretKey,
    sessionToken: credentials.sessionToken ?? '',
    expiresAt: new Date(provider['accessExpiresAt']),
  });
}
