/** What a change of the data model means: shown on request, and asked about before the deploy branch takes it. */
export { requireAcknowledged } from './acknowledge.ts'
