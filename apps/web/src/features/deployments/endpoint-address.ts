import type { Deployment } from './deployment.ts'

/** Returns the full address that callers use. */
export const addressOf = ({ endpoint }: Pick<Deployment, 'endpoint'>): string =>
  new URL(`/${endpoint}`, window.location.origin).href
