import type { Actor } from '../../../platform/context.ts'
import { permits } from '../../../platform/policy/permits.ts'

type Owned = { readonly created_by: number | null }

export const mayDeleteProject = (actor: Actor, project: Owned) =>
  permits(actor, 'project/delete', project)

export const mayShareProject = (actor: Actor, project: Owned) =>
  permits(actor, 'project/share', project)
