/** Public entry of this feature: all that other features may import. */
export { createDeployment } from './create-deployment.ts'
export { addKey, createKey, listKeys, opensPipeline } from './deployment-keys.ts'
export { listDeployments } from './list-deployments.ts'
export { deploymentEndpointOf } from './map-deployment.ts'
export { keyFields, presentDeploymentKey } from './map-deployment-key.ts'
export {
  extractByDeployment,
  findDeploymentByName,
  findExtraction,
} from './mcp/extract-for-member.ts'
