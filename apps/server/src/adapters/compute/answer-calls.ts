/** As such processes answer: with a value, or with what went wrong. */
export type ComputeAnswer = { value: unknown } | { problem: string }

/** What the program of a compute process is made of: each message is answered before the next is read. */
export const answerCalls = <Message>(answer: (message: Message) => unknown): void => {
  const send = (said: ComputeAnswer): void => void process.send?.(said)
  process.on('message', (message) => {
    try {
      send({ value: answer(message as Message) })
    } catch (error) {
      send({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
}
