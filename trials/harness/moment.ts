/** A promise that `reach` resolves. */
export type Moment = { reached: Promise<void>; reach: () => void }

export const createMoment = (): Moment => {
  let reach = (): void => undefined
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  return { reached, reach }
}
