import { type Facts, permits } from '@recto/contract/permits'
import type { Actor } from '../../platform/context.ts'

/** What can be done to a deployment, besides making one. */
export type DeploymentDeed = 'see' | 'change' | 'delete' | 'keys'

export const mayWithDeployment = (actor: Actor, deed: DeploymentDeed, deployment: Facts) =>
  permits(actor, `deployment/${deed}`, deployment)
