import { permits } from '@recto/contract/policy/permits'
import type { Actor } from '../../platform/context.ts'

type SharedTool = { readonly created_by: number | null; readonly shared_to_org: boolean }

/** Whether the actor may use the tool in a workflow; `sharedWith` are the named users. */
export const isToolUsable = (actor: Actor, tool: SharedTool, sharedWith: readonly number[]) =>
  permits(actor, 'tool/see', { ...tool, sharedWith })
