import type { SharingEndpoints } from '@recto/contract/organizations/sharing'
import type { Facts } from '@recto/contract/policy/permits'
import type { SharedNoun } from '@recto/contract/policy/policy-of-sharing'
import type { Actor, Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { SharedTable } from '../../../platform/db/sharing.ts'

/** An object in the form that the sharing feature uses. */
export type SharedThing = {
  readonly id: string
  readonly name: string
  /** Facts on which the permission policy decides, including `coOwners` and `sharedWith`. */
  readonly facts: Facts
}

type PartType = 'tool' | 'adapter' | 'connector'

/** Functions and data that a feature provides so that its objects can be shared. */
export type Shareable = {
  readonly table: SharedTable
  /** Name of the kind in the permission policy. */
  readonly noun: SharedNoun
  readonly endpoints: SharingEndpoints
  /** Loads an object; throws 404 when the actor may not see it. */
  find(ctx: Context, request: { readonly actor: Actor; readonly id: string }): Promise<SharedThing>
  /** Present for workflows: what the actor may not use of them, and what is not shared with everyone. */
  loadDeployRight?(
    ctx: Pick<Context, 'db'>,
    request: { readonly actor: Actor; readonly id: string },
  ): Promise<{
    readonly privateParts: readonly { readonly type: PartType; readonly name: string }[]
    readonly refusal: string | undefined
  }>
  /** Called with the users who have lost access, within the same transaction. */
  onAccessRemoved?(tenant: Tenant, id: string, userIds: readonly number[]): Promise<void>
}
