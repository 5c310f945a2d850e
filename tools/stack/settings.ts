/** Of the tools themselves, or of whoever calls the API; nothing the service reads. */
const notSettings = new Set(['FACET_STACK_FOLDER', 'FACET_CACHE', 'FACET_SCHEMATHESIS', 'FACET_VERSITYGW', 'FACET_KEY'])

const isSetting = (name: string): boolean => (name.startsWith('FACET_') && !notSettings.has(name)) || name === 'OTEL_EXPORTER_OTLP_ENDPOINT'

export type Settings = Record<string, string>

/** What whoever starts the stack has set for the service. */
export const settingsIn = (env: NodeJS.ProcessEnv): Settings =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (isSetting(name) && value !== undefined ? [[name, value]] : [])))

export type Merged = { passedOn: Settings; refused: string[] }

/** Where its engines are and what it keeps secret is for the stack to say; everything else is passed on. */
export const passOn = (given: Settings, own: Settings): Merged => {
  const isOwn = (name: string): boolean => name in own || name.replace(/_FILE$/, '') in own || /^FACET_(TLS|S3)_/.test(name)
  const names = Object.keys(given).toSorted()
  return {
    passedOn: Object.fromEntries(names.filter((name) => !isOwn(name)).map((name) => [name, given[name] ?? ''])),
    refused: names.filter(isOwn),
  }
}
