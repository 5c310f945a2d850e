import { type ClientRequest, get } from 'node:http'

export type OpenStreams = {
  /** How long after this moment each of them was over. */
  untilEnded: (sinceMs: number) => Promise<number[]>
  /** The last line of each. */
  lastLines: () => string[]
  close: () => void
}

type Stream = { request: ClientRequest; last: () => string; ended: Promise<number> }

const openOne = (url: string, headers: Record<string, string>): Promise<Stream> =>
  new Promise((resolve, reject) => {
    let last = ''
    const request = get(url, { headers, agent: false }, (response) => {
      const ended = new Promise<number>((end) => void response.once('end', () => end(performance.now())))
      response.on('data', (chunk: Buffer) => {
        last = chunk.toString().trim().split('\n').at(-1) ?? ''
        if (response.statusCode === 200) resolve({ request, last: () => last, ended })
        else reject(new Error(`A stream was answered ${response.statusCode}: ${last}`))
      })
      response.once('error', () => undefined)
    })
    request.once('error', reject)
  })

const atOnce = 20

/** As many streams as there are headers, each with its first line read. */
export const openStreams = async (url: string, headers: readonly Record<string, string>[]): Promise<OpenStreams> => {
  const streams: Stream[] = []
  for (let from = 0; from < headers.length; from += atOnce)
    streams.push(...(await Promise.all(headers.slice(from, from + atOnce).map((one) => openOne(url, one)))))
  return {
    untilEnded: async (sinceMs) => (await Promise.all(streams.map(({ ended }) => ended))).map((atMs) => atMs - sinceMs),
    lastLines: () => streams.map(({ last }) => last()),
    close: () => {
      for (const { request } of streams) request.destroy()
    },
  }
}
