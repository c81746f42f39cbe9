/** The door of this room: all that other rooms may use. */
export { createDeployment } from './create-deployment.ts'
export { listKeys } from './deployment-keys.ts'
export { listDeployments } from './list-deployments.ts'
export { endpointOf } from './map-deployment.ts'
export { presentKey } from './map-deployment-key.ts'
