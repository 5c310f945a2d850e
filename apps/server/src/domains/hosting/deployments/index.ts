/** Deployments: the record everything else of the product hangs on, its onboarding and its settings. */
export { deploymentUrlOf } from './deployment-view.ts'
export { releaseDomain } from './release-domain.ts'
