import type { Actor } from '../../platform/context.ts'
import { permits } from '../../platform/policy/permits.ts'

type Owned = { readonly created_by: number | null }

export const maySeeExecution = (actor: Actor, execution: Owned) =>
  permits(actor, 'execution/see', execution)

/** Whether the actor may see its files and their results; `mayUseTool` speaks of the tool that it ran. */
export const mayOpenExecution = (actor: Actor, execution: Owned, mayUseTool: boolean) =>
  permits(actor, 'execution/open', { ...execution, mayUseTool })

export const mayStartExecution = (actor: Actor, execution: Owned) =>
  permits(actor, 'execution/start', execution)
