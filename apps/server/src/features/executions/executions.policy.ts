import { type Facts, permits } from '@recto/contract/policy/permits'
import type { Actor } from '../../platform/context.ts'

/** Actions on an execution; `open` allows seeing its files and their results. */
export type ExecutionAction = 'see' | 'open' | 'start'

export const mayActOnExecution = (actor: Actor, action: ExecutionAction, facts: Facts) =>
  permits(actor, `execution/${action}`, facts)
