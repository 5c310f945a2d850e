type Closing = { closed: boolean; once: (event: 'close', act: () => void) => unknown }

/** When it is closed; at once where it is closed already, of which no event tells any more. */
export const onClose = (closing: Closing, act: () => void): void => {
  if (closing.closed) act()
  else closing.once('close', act)
}
