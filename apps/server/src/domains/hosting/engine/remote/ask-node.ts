import type { Dispatcher } from 'undici'
import type { EngineNode, EngineNodes } from '#nodes'
import type { AskedEnvironment } from '../engines/index.ts'
import { splitHeaders } from './engine-headers.ts'
import type { NodeWatch } from './node-watch.ts'
import { repeatable } from './repeatable-body.ts'
import {
  boundTo,
  digestOf,
  engineHeader,
  type Envelope,
  failureOf,
  nodeGone,
  pathOf,
  type Refusal,
  refusedHeader,
  tokenHeader,
} from './wire.ts'

export type AskParts = {
  connections: Pick<Dispatcher, 'dispatch'>
  nodes: Pick<EngineNodes, 'nodeOf' | 'suspect' | 'tokens' | 'isAlive'>
  watch: NodeWatch['watch']
  /** Told of a node that did not take a request. */
  onProblem: (problem: { requestId: string; node: string; err: unknown }, message: string) => void
}

export type Asking = {
  environment: AskedEnvironment
  node: EngineNode
  options: Dispatcher.DispatchOptions
  handler: Dispatcher.DispatchHandler
  /** Told which process answers. */
  onEngine: (processName: string, buildId: number) => void
}

const maxNodesAsked = 3
// Longer than the other node waits for its engine: it knows better what to say.
const headersTimeout = 240_000

/**
 * Sends a request to the node of an engine. One that cannot be reached knows nothing of it, so the next is asked; what was sent is
 * sent again only if nothing of the body was read, and queries change nothing. The one that is asked never passes it on.
 */
export const createAskNode = ({ connections, nodes, watch, onProblem }: AskParts) => {
  return ({ environment, node: first, options, handler, onEngine }: Asking): void => {
    const { caller, requestId, others } = splitHeaders(options.headers)
    const body = repeatable(options.body)
    const { cost } = environment.holder ?? { cost: 1 }
    const envelope: Envelope = { method: options.method, path: options.path, headers: others, caller, cost, hasBody: body.hasBody }
    const head = Buffer.from(JSON.stringify(envelope))
    const call = { requestId, envelopeBytes: head.length, envelope: digestOf(head) }
    const path = pathOf(environment)
    const asked = new Set<string>()

    const askNext = (): boolean => {
      const next = nodes.nodeOf(environment)
      if (asked.size >= maxNodesAsked || next === null || next === 'self' || asked.has(next.id) || !body.isWhole()) return false
      ask(next)
      return true
    }

    const ask = (node: EngineNode): void => {
      asked.add(node.id)
      let isSent = false
      let isAnswered = false
      let refused: Buffer[] | null = null
      let ended: Error | null = null

      const lose = async (controller: Dispatcher.DispatchController, cause: Error): Promise<void> => {
        const problem = isSent ? 'lost' : 'unreachable'
        onProblem({ requestId, node: node.id, err: cause }, `the engine node at ${node.address} is ${problem}`)
        if (!isSent || ended || !(await nodes.isAlive(node.address))) nodes.suspect(node.id)
        if (controller?.aborted && !ended) handler.onResponseError?.(controller, cause)
        else if (!askNext()) handler.onResponseError?.(controller, nodeGone())
      }
      let silence = (): void => undefined
      const unwatch = watch(node, () => silence())

      connections.dispatch(
        {
          origin: node.address,
          method: 'POST',
          path,
          headers: [tokenHeader, nodes.tokens.sign(node.id, boundTo(path), call)],
          body: body.after(head),
          headersTimeout,
          bodyTimeout: options.bodyTimeout ?? null,
        },
        {
          onRequestStart: (controller, context) => {
            isSent = true
            silence = () => {
              ended = new Error('The node fell silent.')
              controller.abort(ended)
            }
            handler.onRequestStart?.(controller, context)
          },
          onResponseStart: (controller, status, headers, message) => {
            if (status < 200) return
            const engine = headers[engineHeader]
            if (typeof headers[refusedHeader] === 'string') refused = []
            else if (typeof engine === 'string') {
              const [processName = '', buildId] = engine.split(' ')
              onEngine(processName, Number(buildId))
              isAnswered = true
              handler.onResponseStart?.(controller, status, headers, message)
            } else {
              // Another process has taken its place, or something else listens there.
              ended = new Error(`What listens there is not the node: it answered ${status}.`)
              controller.abort(ended)
            }
          },
          onResponseData: (controller, chunk) => {
            if (refused) refused.push(chunk)
            else handler.onResponseData?.(controller, chunk)
          },
          onResponseEnd: (controller, trailers) => {
            unwatch()
            if (!refused) handler.onResponseEnd?.(controller, trailers)
            else handler.onResponseError?.(controller, failureOf(JSON.parse(Buffer.concat(refused).toString()) as Refusal))
          },
          onResponseError: (controller, error) => {
            unwatch()
            if (isAnswered && ended) nodes.suspect(node.id)
            if (isAnswered || body.error() || (controller?.aborted && !ended)) handler.onResponseError?.(controller, body.error() ?? error)
            else void lose(controller, error)
          },
        },
      )
    }
    ask(first)
  }
}
