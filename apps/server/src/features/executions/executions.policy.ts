import { permits } from '@recto/contract/policy/permits'
import type { Actor } from '../../platform/context.ts'

type OwnedRow = { readonly created_by: number | null }

/** Actions on an execution; `open` allows seeing its files and their results. */
export type ExecutionAction = 'see' | 'open' | 'start'

/** `mayUseTool` says whether the actor may use the tool that the execution runs. */
export const mayActOnExecution = (
  actor: Actor,
  action: ExecutionAction,
  execution: OwnedRow,
  mayUseTool: boolean,
) => permits(actor, `execution/${action}`, { ...execution, mayUseTool })
