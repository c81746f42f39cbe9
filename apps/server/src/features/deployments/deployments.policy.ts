import { permits } from '@recto/contract/permits'
import type { Actor } from '../../platform/context.ts'

type Owned = { readonly created_by: number | null }

/** What can be done to a deployment, besides making one. */
export type DeploymentDeed = 'see' | 'change' | 'delete' | 'keys'

export const mayWithDeployment = (actor: Actor, deed: DeploymentDeed, deployment: Owned) =>
  permits(actor, `deployment/${deed}`, deployment)
