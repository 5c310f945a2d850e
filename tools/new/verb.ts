/** A file that a command makes or changes: what becomes of its text, which is empty where there is no file yet. */
export type Edit = readonly [path: string, edit: (text: string) => string]

/** Says what was sent and what is taken instead. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments'
}

export type Refuse = (why: string) => never

export const options = {
  tag: { type: 'string' },
  action: { type: 'string' },
  path: { type: 'string' },
  crud: { type: 'string' },
  fields: { type: 'string' },
} as const

export type Options = { [Name in keyof typeof options]?: string | undefined }

/** One thing that `pnpm new` makes. */
export type Verb = {
  usage: string
  /** Which options it takes. */
  takes: readonly (keyof Options)[]
  read: (positionals: readonly string[], values: Options, refuse: Refuse) => Edit[]
}

export const contractOf = (area: string): string => `packages/contract/src/${area}`
export const domainOf = (area: string): string => `apps/server/src/domains/${area}`

export const readArea = (name: string, refuse: Refuse): string =>
  /^[a-z][a-z0-9-]*$/.test(name) ? name : refuse(`"${name}" is not an area: lowercase letters, digits and dashes.`)

export const readModule = (place: string, refuse: Refuse): { area: string; module: string } => {
  const [area = '', module = ''] = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(place)
    ? place.split('/')
    : refuse(`"${place}" is not <area>/<module>.`)
  return { area, module }
}

/** For a file that must not be there yet. */
export const fresh =
  (path: string, content: string, refuse: Refuse) =>
  (text: string): string =>
    text === '' ? content : refuse(`${path} is there already.`)
