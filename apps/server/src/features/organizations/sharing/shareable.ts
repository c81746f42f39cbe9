import type { Facts } from '@recto/contract/permits'
import type { SharingEndpoints } from '@recto/contract/sharing'
import type { Actor, Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { SharedTable } from '../../../platform/db/sharing.ts'

/** A thing as sharing sees it. */
export type SharedThing = {
  readonly id: string
  readonly name: string
  /** What the policy asks of it, `coOwners` and `sharedWith` as well. */
  readonly facts: Facts
}

/** What a room says of its things, for them to be shared like all others. */
export type Shareable = {
  readonly table: SharedTable
  /** As the policy names it. */
  readonly noun: 'adapter' | 'connector' | 'project' | 'workflow' | 'deployment' | 'pipeline'
  readonly endpoints: SharingEndpoints
  /** Why everybody in the organization has it anyway; absent where one can keep it from them. */
  readonly isOpenBecause?: string
  /** Throws 404 for what the actor may not see. */
  find(ctx: Context, asked: { readonly actor: Actor; readonly id: string }): Promise<SharedThing>
  /** Those from whom it was taken, within the same transaction. */
  taken?(tenant: Tenant, id: string, userIds: readonly number[]): Promise<void>
}
