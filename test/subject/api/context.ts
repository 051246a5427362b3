import { endpoints, type Reply } from '@severe/http';
import type { ApiContext } from '../../../packages/api/src/context.ts';
import { replyWithCollection as reply, type Listing } from '../../../packages/api/src/shared/collection.ts';
import type { IceJams } from '../db/table.ts';

/** What `api/src/context.ts` gives once the table is listed: a database with ice jams. */
type SubjectContext = Omit<ApiContext, 'db'> & { db: ApiContext['db'] & { iceJams: IceJams } };

export const endpoint = endpoints<SubjectContext>();

/** `replyWithCollection` for a data set that `tables/index.ts` does not list. */
export const replyWithCollection = reply as unknown as <Row>(
  call: Parameters<typeof reply>[0],
  context: SubjectContext,
  listing: Omit<Listing<Row>, 'dataSets'> & { dataSets: readonly 'ice_jams'[] },
) => Promise<Reply>;
