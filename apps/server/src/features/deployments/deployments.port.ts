/** Public entry of this feature: all that other features may import. */
export { createDeployment } from './create-deployment.ts'
export { addKey, listKeys, makeKey, opensPipeline } from './deployment-keys.ts'
export { listDeployments } from './list-deployments.ts'
export { endpointOf } from './map-deployment.ts'
export { keyFields, presentKey } from './map-deployment-key.ts'
