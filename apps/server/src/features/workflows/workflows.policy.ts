import { permits } from '@recto/contract/permits'
import type { Actor } from '../../platform/context.ts'

type Owned = { readonly created_by: number | null }

export const maySeeWorkflow = (actor: Actor, workflow: Owned) =>
  permits(actor, 'workflow/see', workflow)

export const mayChangeWorkflow = (actor: Actor, workflow: Owned, isDeployed: boolean) =>
  permits(actor, 'workflow/change', { ...workflow, isDeployed })

export const mayDeleteWorkflow = (actor: Actor, workflow: Owned, isDeployed: boolean) =>
  permits(actor, 'workflow/delete', { ...workflow, isDeployed })
