/** Whom items and dashboards are shared with, and who may do what through which grant. */
export { showsPeople } from './shown-names.ts'
