import type { ExecutionPlan } from '../../../platform/db/tables/executions.ts'
import type { Hold } from '../../../platform/leases/place.ts'

/** What was read of a file, and where it goes. */
export type Delivery = Pick<Hold, 'signal' | 'outside'> & {
  readonly file: {
    /** The same each time that this file is delivered, and of no other. */
    readonly id: string
    readonly execution_id: string
    readonly file_name: string
    readonly file_hash: string
    readonly file_path: string | null
    /** How often it had to wait for its destination. */
    readonly waits: number
  }
  readonly execution: { readonly id: string; readonly workflow_id: string }
  readonly plan: ExecutionPlan
  readonly result: unknown
}
