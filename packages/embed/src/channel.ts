import { EmbedError, failure, type Problem } from './error.ts'
import { answerLimitMs } from './limits.ts'
import { type Call, type Connect, isObject, isWindowMessage, protocol, type Told } from './protocol/messages.ts'

type WithoutId<C> = C extends { id: number } ? Omit<C, 'id'> : never
export type Request = WithoutId<Call>

export type Channel = {
  /** A page that knows this protocol is there. */
  page: Promise<void>
  /** Rejects with what the page refused it with. */
  call: (request: Request) => Promise<unknown>
  close: (error: EmbedError) => void
}

type Heard = {
  /** A page took the port. `again` where one before it had done so: it was loaded again, knows nothing, and answers nothing. */
  onPage: (again: EmbedError | undefined) => void
  /** The service refused to show the page to this host. */
  onRefused: (error: EmbedError) => void
  onTold: (told: Exclude<Told, { id: number } | { tell: 'connected' }>) => void
}

type Waiting = { resolve: (value: unknown) => void; reject: (error: EmbedError) => void }

/** A page of our own origin says these: what is missing is missed, what is there is what it should be. */
export const asError = (value: unknown): EmbedError =>
  new EmbedError({ code: 'page_error', message: 'No reason.', retryable: false, ...(value as Partial<Problem>) })

/**
 * The host's end. The port is handed to a document of that origin in that frame, and to nobody else: the browser drops the message
 * where another has come to be there. What comes from other windows and origins is not looked at.
 */
export const openChannel = (frame: HTMLIFrameElement, origin: string, { onPage, onRefused, onTold }: Heard): Channel => {
  const waiting = new Map<number, Waiting>()
  let port: MessagePort | undefined
  let connected: number | undefined
  let hasGreeted = false
  let number = 0
  let arrive: () => void
  let giveUp: (error: EmbedError) => void
  const page = new Promise<void>((resolve, reject) => {
    arrive = resolve
    giveUp = reject
  })
  page.catch(() => undefined)

  const abandon = (error: EmbedError): void => {
    for (const { reject } of waiting.values()) reject(error)
  }

  const onMessage = ({ data: told }: MessageEvent<Told>): void => {
    if (!isObject(told)) return
    if (told.tell === 'answer') waiting.get(told.id)?.resolve(told.value)
    else if (told.tell === 'refusal') waiting.get(told.id)?.reject(asError(told.problem))
    else if (told.tell !== 'connected') onTold(told)
    else {
      const again = connected === undefined ? undefined : failure('timeout', 'The page was loaded again.', true)
      connected = told.page
      if (again) abandon(again)
      onPage(again)
      arrive()
    }
  }

  const connect = (): void => {
    port?.close()
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', onMessage)
    port1.start()
    port = port1
    frame.contentWindow?.postMessage({ protocol, type: 'connect' } satisfies Connect, origin, [port2])
  }

  // A page says hello where its browser tells it who is around it. Where it does not, it listens by the time it has loaded.
  const onWindowMessage = ({ source, origin: sender, data }: MessageEvent): void => {
    if (source !== frame.contentWindow || sender !== origin) return
    if (isWindowMessage(data, 'refused')) return onRefused(asError(data['problem']))
    if (!isWindowMessage(data, 'hello')) return
    hasGreeted = true
    // It may arrive after the load of the same page, which is then connected already.
    if (data['page'] !== connected) connect()
  }
  const onLoad = (): void => {
    if (!hasGreeted) connect()
    hasGreeted = false
  }
  window.addEventListener('message', onWindowMessage)
  frame.addEventListener('load', onLoad)

  return {
    page,
    call: async (request) => {
      await page
      const id = ++number
      let timer: ReturnType<typeof setTimeout> | undefined
      try {
        return await new Promise((resolve, reject) => {
          timer = setTimeout(() => reject(failure('timeout', `No answer to ${request.call}.`, true)), answerLimitMs)
          waiting.set(id, { resolve, reject })
          port?.postMessage({ ...request, id })
        })
      } finally {
        clearTimeout(timer)
        waiting.delete(id)
      }
    },
    close: (error) => {
      window.removeEventListener('message', onWindowMessage)
      frame.removeEventListener('load', onLoad)
      port?.close()
      giveUp(error)
      abandon(error)
    },
  }
}
