import { connect } from 'node:net'
import type { FacetProcess } from '../../harness/installation.ts'
import { createRandom } from './random.ts'
import { rawRequest } from './raw-requests.ts'

export type RawFindings = {
  sent: number
  statuses: Record<string, number>
  closedSilently: number
  serverErrors: string[]
  unshaped: string[]
  hung: string[]
}

const hungAfterMs = 5000
// Bytes that are not a whole request leave the server waiting, rightly. Ending the line sooner would cut off answers under way.
const quietMs = 1500
const inFlight = 16

type Heard = { isHung: boolean; text: string }

/** Sends the bytes and hears the server out; when it stays quiet, says that no more will come. */
const exchange = (port: number, bytes: Buffer): Promise<Heard> =>
  new Promise((resolve) => {
    const heard: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    const finish = (isHung: boolean): void => {
      clearTimeout(timer)
      clearTimeout(quiet)
      socket.destroy()
      resolve({ isHung, text: Buffer.concat(heard).toString('latin1') })
    }
    const timer = setTimeout(() => finish(true), hungAfterMs)
    const quiet = setTimeout(() => socket.end(), quietMs)
    socket.on('data', (chunk: Buffer) => heard.push(chunk))
    socket.on('end', () => finish(false))
    // A server that hangs up on nonsense has answered it.
    socket.on('error', () => finish(false))
    socket.on('close', () => finish(false))
    socket.write(bytes)
  })

const answerForm = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n(.*?)\r\n\r\n(.*)$/s

const isFailureBody = (text: string): boolean => {
  try {
    const { code, message, error, requestId } = JSON.parse(text) as Record<string, unknown>
    return [code, message, error, requestId].every((field) => typeof field === 'string')
  } catch {
    return false
  }
}

/** Every refusal has the one shape, whoever wrote it: the service, the router or the parser of HTTP itself. */
const isShaped = (status: number, headers: string, body: string, isHead: boolean): boolean =>
  status < 400 || isHead || (/^content-type: application\/json/im.test(headers) && isFailureBody(body))

export const fuzzRaw = async (
  facet: FacetProcess,
  aim: { host: string; secret: string; deploymentId: number },
  options: { seed: number; requests: number },
): Promise<RawFindings> => {
  const random = createRandom(options.seed)
  const port = Number(new URL(facet.url).port)
  const findings: RawFindings = { sent: 0, statuses: {}, closedSilently: 0, serverErrors: [], unshaped: [], hung: [] }
  const judge = (kind: string, bytes: Buffer, heard: Heard): void => {
    const shown = `${kind}: ${bytes.subarray(0, 200).toString('latin1')}`
    if (heard.isHung) findings.hung.push(shown)
    const [, statusText = '', headers = '', body = ''] = answerForm.exec(heard.text.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '')) ?? []
    if (statusText === '') {
      findings.closedSilently++
      return
    }
    const status = Number(statusText)
    findings.statuses[statusText] = (findings.statuses[statusText] ?? 0) + 1
    if (status >= 500) findings.serverErrors.push(`${status} ${shown}`)
    const isHead = bytes.subarray(0, 5).toString() === 'HEAD '
    if (!isShaped(status, headers, body, isHead)) findings.unshaped.push(`${status} ${shown} -> ${body.slice(0, 200)}`)
  }
  const worker = async (): Promise<void> => {
    while (findings.sent < options.requests) {
      const { kind, bytes } = rawRequest(random, aim, findings.sent++)
      judge(kind, bytes, await exchange(port, bytes))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return findings
}
