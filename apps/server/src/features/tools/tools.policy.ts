import { permits } from '@recto/contract/permits'
import type { Actor } from '../../platform/context.ts'

type Shared = { readonly created_by: number | null; readonly shared_to_org: boolean }

/** Whether the actor may put the tool into a workflow; `sharedWith` are those who were named. */
export const isToolUsable = (actor: Actor, tool: Shared, sharedWith: readonly number[]) =>
  permits(actor, 'tool/see', { ...tool, sharedWith })
