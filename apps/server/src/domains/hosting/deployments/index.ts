/** Deployments: the record everything else of the product hangs on, its onboarding and its settings. */
export { releaseDomain } from './release-domain.ts'
