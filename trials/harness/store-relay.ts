import { type HttpExchange, type HttpRelay, openHttpRelay } from '@facet/testkit/relay'

/** One request to the store, whole, before anything was done about it. `key` is empty for what is not about one object. */
export type StoreExchange = HttpExchange & { key: string }
export type StoreBehaviour = (exchange: StoreExchange) => Promise<void>

/** Stands between nodes and the store and treats each request as it is told. */
export type StoreRelay = Omit<HttpRelay, 'behave'> & { behave: (behaviour: StoreBehaviour) => void }

export const startStoreRelay = async (endpoint: string, bucket: string): Promise<StoreRelay> => {
  const inBucket = `/${bucket}/`
  const keyIn = (url: string): string => {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '')
    return path.startsWith(inBucket) ? path.slice(inBucket.length) : ''
  }
  const relay = await openHttpRelay(endpoint)
  return {
    ...relay,
    behave: (behaviour) => relay.behave((exchange) => behaviour({ ...exchange, key: keyIn(exchange.url) })),
  }
}
