import { type Hello, isWindowMessage, portParameter, preloadParameter, protocol, type Told } from '../protocol/messages.ts'

/** A host that handed its port to this page. What it calls is kept in `calls`, the first of which is `start`, until somebody listens. */
export type Accepted = { origin: string; port: MessagePort; calls: unknown[]; listen: (listener: (call: unknown) => void) => void }

/** Whether the host brings the session over a port, the frame only fetches files, or neither. */
export const modeOf = (search: string): 'port' | 'preload' | 'plain' => {
  const parameters = new URLSearchParams(search)
  if (parameters.has(preloadParameter)) return 'preload'
  return parameters.has(portParameter) ? 'port' : 'plain'
}

/** The origin of the window around, where the browser tells it. Never the page's own, which is what a link inside the frame leaves. */
export const originAround = ({ location, document }: Pick<Window, 'location' | 'document'>): string | undefined => {
  const told = location.ancestorOrigins?.[0] ?? (document.referrer && new URL(document.referrer).origin)
  return told && told !== 'null' && told !== location.origin ? told : undefined
}

/**
 * Takes the port of the window around this one: what others post is not looked at, nor is another port once the first call has come.
 * Who may be around is settled before, by `frame-ancestors`. Small, because it is written into the document and runs before the bundle
 * is there.
 */
export const acceptHost = (view: Window): Promise<Accepted> =>
  new Promise((resolve) => {
    const page = Math.random()
    let latest: MessagePort | undefined
    const onMessage = (event: MessageEvent): void => {
      const [port] = event.ports
      if (event.source !== view.parent || view.parent === view || !port || !isWindowMessage(event.data, 'connect')) return
      const calls: unknown[] = []
      let hear = (call: unknown): void => void calls.push(call)
      const listen: Accepted['listen'] = (listener) => {
        hear = listener
        for (const call of calls.splice(0)) listener(call)
      }
      // A host that heard the load before the hello sends a second one, and closes the first.
      latest?.close()
      latest = port
      port.addEventListener('message', ({ data }) => {
        view.removeEventListener('message', onMessage)
        hear(data)
        resolve({ origin: event.origin, port, calls, listen })
      })
      port.start()
      port.postMessage({ tell: 'connected', page } satisfies Told)
    }
    view.addEventListener('message', onMessage)
    const around = originAround(view)
    if (around) view.parent.postMessage({ protocol, type: 'hello', page } satisfies Hello, around)
  })
