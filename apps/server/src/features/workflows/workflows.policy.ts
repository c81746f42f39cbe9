import type { Actor } from '../../platform/context.ts'

type Owned = { readonly created_by: number | null }

/** All members see, run and edit the organization's workflows; who did is recorded. */
export const mayDeleteWorkflow = (actor: Actor, workflow: Owned) =>
  workflow.created_by === actor.userId || actor.role === 'admin'
