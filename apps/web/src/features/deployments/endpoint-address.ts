import type { Deployment } from './deployment.ts'

/** The whole address that callers use. */
export const addressOf = ({ endpoint }: Pick<Deployment, 'endpoint'>): string =>
  new URL(`/${endpoint}`, window.location.origin).href
