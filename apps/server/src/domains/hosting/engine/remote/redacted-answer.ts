import { createCollector } from '#kernel/collector'
import { createErrorLines } from '#kernel/error-lines'
import { hiddenErrorsOf } from '#kernel/hidden-errors'
import { isHiddenError, redactedError } from '#kernel/redacted-error'

/** What an engine answers, without the values of variables in its errors: these leave the node of the engine for nobody. */
export type RedactedAnswer = {
  /** Whether it may be of another length than what the engine said. */
  isChanged: boolean
  pass: (chunk: Buffer) => Buffer
  /** What is left when all has come. */
  rest: () => Buffer
}

// As much as whoever sees errors is shown of one where gateway and engine are on one node.
const maxKeptBytes = 8 * 1_048_576
const none = Buffer.alloc(0)

const tooLong = Buffer.from(
  JSON.stringify({ status: 'error', error: `The engine answered with more than ${maxKeptBytes / 1_048_576} MB that may be an error.` }),
)

const routeForm = /^\/cubejs-api\/v1\/([^?]*)/

const kept = (status: number, redact: (text: string) => string): RedactedAnswer => {
  const collector = createCollector(maxKeptBytes)
  let isWhole = true
  return {
    isChanged: true,
    pass: (chunk) => {
      isWhole = collector.add(chunk)
      return none
    },
    rest: () => {
      if (!isWhole) return tooLong
      const isError = status >= 400 || isHiddenError(collector.text())
      return isError ? Buffer.from(redactedError(collector.text(), redact)) : collector.bytes()
    },
  }
}

/** The same step that a gateway takes for an engine of its own node, which knows the values; that of another node does not. */
export const createRedactedAnswer = (status: number, path: string, redact: (text: string) => string): RedactedAnswer => {
  const { hidesErrors, isLines } = hiddenErrorsOf(routeForm.exec(path)?.[1] ?? '')
  if (status >= 400 || hidesErrors) return kept(status, redact)
  if (!isLines) return { isChanged: false, pass: (chunk) => chunk, rest: () => none }
  return { isChanged: true, ...createErrorLines((line) => redactedError(line, redact)) }
}
