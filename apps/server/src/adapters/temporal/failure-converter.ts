import { DefaultFailureConverter } from '@temporalio/common'

// Together with what else is told of a failure well below what a payload may have.
const maxTextLength = 4000

const shortened = (text: string | null | undefined): string =>
  text === null || text === undefined || text.length <= maxTextLength ? (text ?? '') : `${text.slice(0, maxTextLength)} …`

/** Messages and stacks go where payloads go, sealed by the codec: a message may quote what somebody sent. */
class SealedFailureConverter extends DefaultFailureConverter {
  constructor() {
    super({ encodeCommonAttributes: true })
  }

  override errorToFailureInner(...args: Parameters<DefaultFailureConverter['errorToFailureInner']>) {
    const failure = super.errorToFailureInner(...args)
    return { ...failure, message: shortened(failure.message), stackTrace: shortened(failure.stackTrace) }
  }
}

/** By this name the SDK looks for it, in this file: the workers of the SDK and the bundle of workflows load it by path. */
export const failureConverter = new SealedFailureConverter()
