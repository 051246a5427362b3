import { Agent } from 'node:https';
import { proxyFor } from '@severe/base/proxy';
import { HttpsProxyAgent } from 'https-proxy-agent';

/** Pools of connections to receivers: direct ones, and those through the proxy of the environment. */
export interface PostAgent {
  /** The pool for a receiver. `isProxied`: the proxy resolves its name. */
  for(url: URL, keepAlive?: boolean): { agent: Agent | HttpsProxyAgent<string>; isProxied: boolean };
  destroy(): void;
}

/** @param ca certificate of an authority that replaces the usual ones, in tests */
export function createPostAgent(maxSockets: number, ca?: string): PostAgent {
  const pools = new Map<string, Agent | HttpsProxyAgent<string>>();
  const open = (proxy: string | undefined, keepAlive: boolean): Agent | HttpsProxyAgent<string> => {
    const options = { keepAlive, maxSockets, ...(ca === undefined ? {} : { ca }) };
    return proxy === undefined ? new Agent(options) : new HttpsProxyAgent(proxy, options);
  };
  return {
    for(url, keepAlive = true) {
      const proxy = proxyFor(url);
      const name = `${keepAlive} ${proxy}`;
      const agent = pools.get(name) ?? open(proxy, keepAlive);
      pools.set(name, agent);
      return { agent, isProxied: proxy !== undefined };
    },
    destroy() {
      for (const agent of pools.values()) agent.destroy();
    },
  };
}
