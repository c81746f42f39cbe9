/** The door of this room: all that other rooms may use. */
export { createDeployment } from './create-deployment.ts'
export { addKey, listKeys, makeKey, opensPipeline } from './deployment-keys.ts'
export { listDeployments } from './list-deployments.ts'
export { endpointOf } from './map-deployment.ts'
export { keyFields, presentKey } from './map-deployment-key.ts'
