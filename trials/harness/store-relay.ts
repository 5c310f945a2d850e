import { type HttpExchange, type HttpRelay, openHttpRelay } from '@facet/testkit/relay'

/** A complete request to the object store. `key` is empty if it does not concern one object. */
export type StoreExchange = HttpExchange & { key: string }
export type StoreBehaviour = (exchange: StoreExchange) => Promise<void>

/** A relay between nodes and the object store, with a configurable behavior. */
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
