import type { Actor } from '../../platform/context.ts'

type Shared = { readonly created_by: number | null; readonly shared_to_org: boolean }

/** Whether the actor may put the tool into a workflow; `sharedWith` are those who were named. */
export const isToolUsable = (actor: Actor, tool: Shared, sharedWith: readonly number[]) =>
  tool.shared_to_org || tool.created_by === actor.userId || sharedWith.includes(actor.userId)
