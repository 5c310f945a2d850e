import type { FacetProcess } from '../../../harness/installation.ts'
import { exchange, type Heard } from './exchange.ts'
import { createRandom } from './random.ts'
import { rawRequest } from './raw-requests.ts'

export type RawFindings = {
  sent: number
  statuses: Record<string, number>
  closedSilently: number
  serverErrors: string[]
  unshaped: string[]
  /** Without an answer, or with none but that its time is up: nobody was at work on them. */
  hung: string[]
  /** Answered after longer than usual, as on a machine that has much else to do. */
  slow: number
  slowestMs: number
}

const inFlight = 16

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
  const findings: RawFindings = {
    sent: 0,
    statuses: {},
    closedSilently: 0,
    serverErrors: [],
    unshaped: [],
    hung: [],
    slow: 0,
    slowestMs: 0,
  }
  const judge = (kind: string, bytes: Buffer, heard: Heard): void => {
    const shown = `${kind}: ${bytes.subarray(0, 200).toString('latin1')}`
    if (heard.pace === 'hung') findings.hung.push(`after ${heard.ms} ms, ${shown}`)
    if (heard.pace === 'slow') findings.slow++
    findings.slowestMs = Math.max(findings.slowestMs, heard.ms)
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
