import { CredentialProvider } from 'minio/dist/esm/CredentialProvider.mjs';
import { Credentials } from 'minio/dist/esm/Credentials.mjs';
import { fetchFromContainer, fetchFromInstance, type Container, type Instance } from './metadata.ts';
import { renewing, type Temporary } from './renewing.ts';
import { fetchByRole, fetchByWebIdentity, type AssumedRole, type WebIdentity } from './sts.ts';

interface Keys {
  accessKey: string;
  secretKey: string;
  /** Of keys that somebody else renews. */
  sessionToken?: string;
}

/** Where the credentials of a store come from. */
export type CredentialSource =
  | ({ from: 'keys' } & Keys)
  | ({ from: 'assume-role' } & AssumedRole)
  | ({ from: 'web-identity' } & WebIdentity)
  | ({ from: 'container' } & Container)
  | ({ from: 'instance' } & Instance);

/** What the client asks before each request. */
export class CredentialsOfStore extends CredentialProvider {
  readonly #get: () => Promise<Keys>;
  /** Reports that the store took the credentials for expired. */
  readonly reject: () => void;

  constructor(get: () => Promise<Keys>, reject: () => void) {
    super({ accessKey: '', secretKey: '' });
    this.#get = get;
    this.reject = reject;
  }

  override async getCredentials(): Promise<Credentials> {
    const { accessKey, secretKey, sessionToken } = await this.#get();
    return new Credentials({ accessKey, secretKey, sessionToken });
  }
}

export function openCredentials(source: CredentialSource): CredentialsOfStore {
  if (source.from === 'keys')
    return new CredentialsOfStore(
      async () => source,
      () => undefined,
    );
  const { get, reject } = renewing(() => fetchFrom(source));
  return new CredentialsOfStore(get, reject);
}

function fetchFrom(source: Exclude<CredentialSource, { from: 'keys' }>): Promise<Temporary> {
  switch (source.from) {
    case 'assume-role':
      return fetchByRole(source);
    case 'web-identity':
      return fetchByWebIdentity(source);
    case 'container':
      return fetchFromContainer(source);
    case 'instance':
      return fetchFromInstance(source);
  }
}
