import type { DeploymentListItem } from '@recto/contract/deployments'

/** The whole address that callers use. */
export const addressOf = ({ api_endpoint }: Pick<DeploymentListItem, 'api_endpoint'>): string =>
  new URL(`/${api_endpoint}`, window.location.origin).href
