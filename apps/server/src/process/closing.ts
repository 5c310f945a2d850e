/** What was opened, closed in the opposite order. */
export type Closing = { add: (close: () => Promise<void> | void) => void; closeAll: () => Promise<void> }

export const createClosing = (): Closing => {
  const closing: (() => Promise<void> | void)[] = []
  return {
    add: (close) => void closing.push(close),
    closeAll: async () => {
      for (const close of closing.splice(0).toReversed()) await close()
    },
  }
}
