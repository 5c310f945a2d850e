import type { Plugin, Rolldown } from 'vite'

/** What a dashboard loads only when it has such a widget, or such a reader: a file for each. */
const apart = /\/src\/(?:widgets\/(?:chart|html|kpi|markdown|table)\/|i18n\/(?!en-us|error-text|load-messages|messages)|doctor\/)/
/** Of these folders what more than one kind of widget uses, and all styles: a few hundred bytes each, which cost more to ask for. */
const shared = /\/src\/widgets\/(?:chart\/chart-rows|table\/(?:row-window|sum-values|table-spec))\.ts$|\.css(?:$|\?)/
const library = /\/node_modules\/(?:react|react-dom|scheduler)\//
const ours = /\/apps\/embed\/src\/|\/packages\/(?:dashboard-spec|embed|ui)\/|vite\/preload-helper/

const isShell = (id: string): boolean => {
  if (id.includes('/src/doctor/') || id.endsWith('/src/session-in-address.ts')) return false
  return shared.test(id) || library.test(id) || (ours.test(id) && !apart.test(id))
}

/** What every dashboard needs is one script and one style: more of them would be more requests before the first chart is drawn. */
export const oneShell: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [{ name: 'index', test: isShell }],
}

const runtimeId = '\0rolldown/runtime.js'
const runtimeName = 'rolldown-runtime'
const runtimeImport = /^import \{([^}]*)\} from "\.\/rolldown-runtime-[^"]*";/m
const runtimeScript = /^\s*<script [^>]*rolldown-runtime-[^>]*><\/script>\n/m

export const isRuntime = (path: string): boolean => path.includes(runtimeName)

/** Writes the few lines of the bundler that both the shell and the charts use into each of them: it would make a file of its own of them. */
export const runtimeInEach = (): Plugin => ({
  name: 'runtime-in-each',
  renderChunk(code, chunk, _, { chunks }) {
    const runtime = Object.values(chunks).find(({ moduleIds }) => moduleIds.includes(runtimeId))
    if (!runtime || !chunk.imports.includes(runtime.fileName)) return null
    const lines = runtime.modules[runtimeId]?.code ?? ''
    const [statement = '', imported = ''] = runtimeImport.exec(code) ?? []
    const names = imported.split(',').map((each) => each.trim().replace(/^.* as /, ''))
    if (names.some((name) => !lines.includes(`var ${name} = `)))
      this.error(`${chunk.name} takes "${imported}" from the runtime of the bundler, which has other names: ${lines}`)
    const list = names.join(', ')
    return { code: code.replace(statement, () => `const { ${list} } = (() => {\n${lines}\nreturn { ${list} };\n})();`), map: null }
  },
  // The document would name it before the shell.
  transformIndexHtml: { order: 'post', handler: (html) => html.replace(runtimeScript, '') },
  generateBundle(_, bundle) {
    for (const [path, output] of Object.entries(bundle))
      if (output.type === 'chunk' && output.moduleIds.length === 1 && output.moduleIds[0] === runtimeId)
        Reflect.deleteProperty(bundle, path)
  },
})
