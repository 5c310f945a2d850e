/** Whom items and dashboards are shared with, and who may do what through which grant. */
export { decidingFor, type Said } from './access-rules.ts'
export { entryView, levelName } from './access-view.ts'
export { listChain } from './granted-queries.ts'
export { listSaid } from './said-queries.ts'
export { showsPeople } from './shown-names.ts'
