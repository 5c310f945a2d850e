import type { FastifyReply } from 'fastify'
import type { Caller, OpenAnswers } from '#access'
import { Failure } from '#kernel/failure'
import type { ConfirmCaller } from './confirm-caller.ts'
import { onClose } from './on-close.ts'
import { cutStalledReader } from './stalled-reader.ts'

export const callerGone = (): Failure => new Failure('request_too_slow', 'The caller hung up before the answer was ready.')

/** Aborts when the caller hangs up before it is answered. */
export const hangUpSignal = (reply: FastifyReply): AbortController => {
  const controller = new AbortController()
  onClose(reply.raw, () => {
    if (!reply.raw.writableFinished) controller.abort(callerGone())
  })
  return controller
}

// For the last lines, which say why.
const lastWordsMs = 2000

/**
 * The same for a stream, which is also ended when its caller may no longer have it. Whoever streams says so in the last lines; one that
 * goes on, or whose reader takes nothing any more, is cut.
 */
export const streamSignal = (
  reply: FastifyReply,
  { tenantId, endsAtMs }: Pick<Caller, 'tenantId' | 'endsAtMs'>,
  confirm: ConfirmCaller,
  open: OpenAnswers,
  epoch: number,
): AbortSignal => {
  const controller = hangUpSignal(reply)
  cutStalledReader(reply.raw)
  const cut = (reason: unknown): void => {
    controller.abort(reason)
    const timer = setTimeout(() => reply.raw.destroy(), lastWordsMs)
    onClose(reply.raw, () => clearTimeout(timer))
  }
  onClose(reply.raw, open.add({ tenantId, epoch, endsAtMs, confirm, cut }))
  return controller.signal
}
