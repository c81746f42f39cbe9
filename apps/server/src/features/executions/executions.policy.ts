import { permits } from '@recto/contract/permits'
import type { Actor } from '../../platform/context.ts'

type Owned = { readonly created_by: number | null }

/** What can be done to an execution: `open` is to see its files and what was read of them. */
export type ExecutionDeed = 'see' | 'open' | 'start'

/** `mayUseTool` speaks of the tool that it runs. */
export const mayWithExecution = (
  actor: Actor,
  deed: ExecutionDeed,
  execution: Owned,
  mayUseTool: boolean,
) => permits(actor, `execution/${deed}`, { ...execution, mayUseTool })
