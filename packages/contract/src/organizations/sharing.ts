import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody, UserKey } from '../wire/wire.ts'

const Person = z.object({ id: z.number().int(), email: z.string() })
/** One of possibly several owners of a resource. */
export const Owner = Person

/** A group with which a thing is shared. */
export const SharedGroup = z.object({ id: z.number().int(), name: z.string() })

/** Who may deploy a workflow besides its owners, the admins and everyone who may use all its parts. */
const DeployRight = z.object({
  users: z.array(Person),
  groups: z.array(SharedGroup),
  /** The parts that are not shared with the whole organization. While there are none, everyone may deploy it. */
  private_parts: z.array(
    z.object({ type: z.enum(['tool', 'adapter', 'connector']), name: z.string() }),
  ),
  /** The reason why the caller may not deploy it; null for a caller who may. */
  refusal: z.string().nullable(),
})

/** The people and groups that a resource is shared with. */
export const Sharing = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its name once more, for a workflow. */
  workflow_name: z.string().optional(),
  created_by: Person.nullable(),
  /** The one who made it first. */
  co_owners: z.array(Person),
  shared_users: z.array(Person),
  shared_groups: z.array(SharedGroup),
  shared_to_org: z.boolean(),
  /** Absent except for a workflow. */
  deploying: DeployRight.optional(),
})
export type Sharing = z.output<typeof Sharing>

/** A person who has access, with the reason. */
const EffectiveMember = z.object({
  user_id: z.number().int(),
  email: z.string(),
  display_name: z.string(),
  access_via: z.enum(['direct', 'group', 'org']),
  group_id: z.number().int().nullable(),
  group_name: z.string().nullable(),
})
export type EffectiveMember = z.output<typeof EffectiveMember>

/** Maximum number of people or groups that a resource can be shared with by name. */
const maxShares = 500

/** Each that is given replaces what was; what is absent stays. */
const SharingChange = z.strictObject({
  shared_users: z.array(UserKey).max(maxShares).optional(),
  shared_groups: z.array(z.int32()).max(maxShares).optional(),
  shared_to_org: z.boolean().optional(),
  /** Owners and admins may change it, of a workflow. */
  deploying: z
    .strictObject({
      users: z.array(UserKey).max(maxShares).optional(),
      groups: z.array(z.int32()).max(maxShares).optional(),
    })
    .optional(),
})
export type SharingChange = z.output<typeof SharingChange>

/** Ownership fields of list rows. */
export const ownership = {
  is_owner: z.boolean().optional(),
  /** The one who made it is counted. */
  co_owners_count: z.number().int().optional(),
}

const params = z.object({ id: z.uuid() })

/** The calls by which the things below a path are shared: the same for all kinds. */
function sharingBelow(base: string) {
  return {
    read: endpoint({
      method: 'GET',
      path: `/${base}/:id/users/`,
      who: 'member',
      params,
      reply: Sharing,
    }),
    share: endpoint({
      method: 'POST',
      path: `/${base}/:id/share/`,
      who: 'member',
      params,
      body: SharingChange,
      reply: NoBody,
    }),
    members: endpoint({
      method: 'GET',
      path: `/${base}/:id/effective-members/`,
      who: 'member',
      params,
      reply: z.array(EffectiveMember),
    }),
    addOwner: endpoint({
      method: 'POST',
      path: `/${base}/:id/owners/`,
      who: 'member',
      bodySize: 'small',
      params,
      body: z.object({ user_id: UserKey }),
      reply: z.object({ id: z.uuid(), co_owners: z.array(Person) }),
    }),
    removeOwner: endpoint({
      method: 'DELETE',
      path: `/${base}/:id/owners/:user_id/`,
      who: 'member',
      status: 204,
      params: params.extend({ user_id: UserKey }),
      reply: NoBody,
    }),
  }
}

export type SharingEndpoints = ReturnType<typeof sharingBelow>

export const adapterSharing = sharingBelow('adapter')
export const projectSharing = sharingBelow('prompt-studio')
export const workflowSharing = sharingBelow('workflow')
export const connectorSharing = sharingBelow('connector')
export const lookupTableSharing = sharingBelow('lookup-tables')
export const deploymentSharing = sharingBelow('api/deployment')
export const pipelineSharing = sharingBelow('pipeline')
