/** Something that happens once, and those who wait for it. */
export type Moment = { reached: Promise<void>; reach: () => void }

export const createMoment = (): Moment => {
  let reach = (): void => undefined
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  return { reached, reach }
}
