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
  /** Got no response, or only a timeout of the server. */
  hung: string[]
  /** Got a late response, as on a busy machine. */
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

/** Every failure has the documented shape, whether it comes from the service, the router or the HTTP parser. */
const isShaped = (status: number, headers: string, body: string, isHead: boolean): boolean =>
  status < 400 || isHead || (/^content-type: application\/json/im.test(headers) && isFailureBody(body))

export const fuzzRaw = async (
  facet: FacetProcess,
  aim: { host: string; secret: string; deploymentId: number },
  options: { seed: number; requests: number },
): Promise<RawFindings> => {
  const random = createRandom(options.seed)
  const port = Number(new URL(facet.url).port)
  const counts = { sent: 0, closedSilently: 0, slow: 0, slowestMs: 0 }
  const findings: RawFindings = { ...counts, statuses: {}, serverErrors: [], unshaped: [], hung: [] }
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
    // 501 is the response of what this version does not have.
    if (status >= 500 && status !== 501) findings.serverErrors.push(`${status} ${shown}`)
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
