import { type Facts, permits } from '@recto/contract/policy/permits'
import type { Actor } from '../../platform/context.ts'

/** Actions on a deployment, besides creating one. */
export type DeploymentDeed = 'see' | 'change' | 'delete' | 'keys'

export const mayWithDeployment = (actor: Actor, deed: DeploymentDeed, deployment: Facts) =>
  permits(actor, `deployment/${deed}`, deployment)
