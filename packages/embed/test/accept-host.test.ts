import { describe, expect, it, vi } from 'vitest'
import { acceptHost, modeOf, originAround } from '../src/page/accept-host.ts'
import { serveHost } from '../src/page/serve-host.ts'

const [facet, host] = ['https://acme.example.com', 'https://host.example.com']

const connectMessage = { protocol: 'facet-embed/1', type: 'connect' }

const viewOf = (ancestorOrigins: string[] | undefined, referrer = '') => {
  const parent = { postMessage: vi.fn<(message: unknown, target: string) => void>() }
  const view = Object.assign(new EventTarget(), { parent, location: { origin: facet, ancestorOrigins }, document: { referrer } })
  const connect = (source: unknown = parent, data: unknown = connectMessage): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    view.dispatchEvent(Object.assign(new Event('message'), { data, source, origin: host, ports: [port2] }))
    return port1
  }
  return { parent, view: view as never as Window, connect }
}

const nextOf = (port: MessagePort): Promise<Record<string, unknown>> =>
  new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => resolve(data as Record<string, unknown>), { once: true })
    port.start()
  })
const refresh = { id: 1, call: 'refresh' }
const closeAll = (...ports: MessagePort[]): void => ports.forEach((port) => port.close())

describe('the page in a frame', () => {
  it('says hello to the window around it by name, and to nobody where it does not know the name', () => {
    for (const [ancestors, referrer, targets] of [
      [[host], '', [host]],
      [undefined, `${host}/page`, [host]],
      [undefined, '', []],
      [['null'], '', []],
      // What a link inside the frame leaves.
      [undefined, `${facet}/embed/dashboard/x`, []],
    ] as const) {
      const { parent, view } = viewOf(ancestors && [...ancestors], referrer)
      void acceptHost(view)

      expect(parent.postMessage.mock.calls.map(([, target]) => target)).toEqual(targets)
    }
  })

  it('takes the port of the window around it, and of no other', async () => {
    const { view, connect } = viewOf([host])
    const accepted = acceptHost(view)
    const [other, wrong] = [connect({}), connect(undefined, { protocol: 'other/1', type: 'connect' })]
    const heard = vi.fn<() => void>()
    for (const port of [other, wrong]) {
      port.addEventListener('message', heard)
      port.start()
      port.postMessage({ id: 9, call: 'start' })
    }
    const port = connect()
    expect(await nextOf(port)).toMatchObject({ tell: 'connected' })
    port.postMessage(refresh)

    expect((await accepted).origin).toBe(host)
    expect((await accepted).calls).toEqual([refresh])
    expect(heard).not.toHaveBeenCalled()
    closeAll(other, wrong, port)
  })

  it('takes no other port once the first call has come', async () => {
    const { view, connect } = viewOf([host])
    const accepted = acceptHost(view)
    const port = connect()
    port.postMessage(refresh)
    await accepted
    const late = connect()
    const heard = vi.fn<() => void>()
    late.addEventListener('message', heard)
    late.start()
    port.postMessage({ ...refresh, id: 2 })
    await vi.waitFor(async () => expect((await accepted).calls).toHaveLength(2))

    expect(heard).not.toHaveBeenCalled()
    closeAll(port, late)
  })

  it('is in a window of its own where there is none around it', () => {
    const { view, connect } = viewOf([host])
    Object.assign(view, { parent: view })
    const accepted = vi.fn<() => void>()
    void acceptHost(Object.assign(view, { postMessage: () => undefined })).then(accepted)
    connect(view).close()

    expect(accepted).not.toHaveBeenCalled()
    expect(originAround(view)).toBe(host)
  })

  it('knows by its address how it gets a session', () => {
    expect(['?sdk=1', '?preload=1&sdk=1', '?session=es_1', ''].map(modeOf)).toEqual(['port', 'preload', 'plain', 'plain'])
  })
})

describe('what the host calls', () => {
  const served = (failing: unknown) => {
    const { port1, port2 } = new MessageChannel()
    let call: (data: unknown) => void = () => undefined
    const handlers = {
      start: () => Promise.reject(failing),
      renew: async () => ({ expires_in: 1 }),
      set: async () => undefined,
      refresh: () => Promise.reject(failing),
    }
    serveHost({ origin: host, port: port2, calls: [], listen: (listener) => void (call = listener) }, handlers)
    return { call: (data: unknown) => call(data), port: port1 }
  }

  it('is refused with a problem as it is, without what else an error has', async () => {
    const { call, port } = served({ code: 'c', message: 'm', retryable: true, requestId: 'r', token: 'secret' })
    call(refresh)

    expect(await nextOf(port)).toEqual({ tell: 'refusal', id: 1, problem: { code: 'c', message: 'm', retryable: true, requestId: 'r' } })
    closeAll(port)
  })

  it('is refused without the text of an error that is a fault of the page', async () => {
    const { call, port } = served(new Error('token abc'))
    call(refresh)

    expect(await nextOf(port)).toMatchObject({
      tell: 'refusal',
      problem: { code: 'page_error', message: expect.not.stringContaining('abc') },
    })
    closeAll(port)
  })

  it('is refused where the page does not know it, and passed over without a number', async () => {
    const { call, port } = served(undefined)
    call({ call: 'refresh' })
    call({ id: 3, call: 'explode' })

    expect(await nextOf(port)).toMatchObject({ tell: 'refusal', id: 3, problem: { code: 'invalid_message' } })
    closeAll(port)
  })
})
