import type { SlotHandle } from '../../../platform/work/limits.ts'
import type { ExecutionPlan } from '../execution-plans.store.ts'

/** A result and its destination. */
export type Delivery = Pick<SlotHandle, 'signal' | 'releaseCpuDuring'> & {
  readonly file: {
    /** Unique id of the file, the same for every delivery of it. */
    readonly id: string
    readonly execution_id: string
    readonly file_name: string
    readonly file_hash: string
    readonly file_path: string | null
    /** Number of times that it has waited for its destination in a row, without anything delivered. */
    readonly waits: number
  }
  readonly execution: {
    readonly id: string
    readonly workflow_id: string
    readonly created_at: Date
  }
  readonly plan: ExecutionPlan
  readonly result: unknown
}

/** Thrown when a result cannot be delivered; its message is for users. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
}

/** How long a file waits for its destination. */
export type DeliveryWait = { readonly retryInSeconds: number; readonly waits: number }

/** Thrown when the destination is temporarily unavailable: the file is delivered later. */
export class DestinationUnavailableError extends Error {
  override readonly name = 'DestinationUnavailableError'
  readonly retryInSeconds: number
  /** Number of waits in a row with this one. */
  readonly waits: number

  constructor({ retryInSeconds, waits }: DeliveryWait) {
    super('The destination is temporarily unavailable.')
    this.retryInSeconds = retryInSeconds
    this.waits = waits
  }
}
