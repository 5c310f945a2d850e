/** What a change of the data model means: shown on request, and asked about before the deploy branch takes it. */
export { type Acknowledged, acknowledgedIn, requireAcknowledged } from './acknowledge.ts'
