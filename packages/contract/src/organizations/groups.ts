import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { nameText } from '../wire/names.ts'
import { NoBody, Timestamp, UserKey } from '../wire/wire.ts'

export const groupLimits = { groups: 200, members: 500 } as const

const Group = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  created_by: z.number().int().nullable(),
  member_count: z.number().int(),
  created_at: Timestamp,
  modified_at: Timestamp,
})

const GroupMember = z.object({
  user_id: z.number().int(),
  email: z.string(),
  display_name: z.string(),
  is_service_account: z.boolean(),
  joined_at: Timestamp,
})

const Fields = z.object({
  name: nameText(255),
  description: z.string().max(1000).optional(),
})

const Key = z.coerce.number().pipe(z.int32().min(1))
const params = z.object({ id: Key })

export const listGroups = endpoint({
  method: 'GET',
  path: '/groups/',
  who: 'member',
  /** Those that one is in oneself, or, for admins, that somebody is in. */
  query: z.object({ member: z.union([z.literal('me'), UserKey]).optional() }),
  reply: z.array(Group),
})

export const createGroup = endpoint({
  method: 'POST',
  path: '/groups/',
  who: 'admin',
  status: 201,
  bodySize: 'small',
  body: Fields,
  reply: Group,
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/groups/:id/',
  who: 'member',
  params,
  reply: Group,
})

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/groups/:id/',
  who: 'admin',
  bodySize: 'small',
  params,
  body: Fields,
  reply: Group,
})

export const patchGroup = endpoint({
  ...updateGroup,
  method: 'PATCH',
  body: Fields.partial(),
})

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/groups/:id/',
  who: 'admin',
  status: 204,
  params,
  reply: NoBody,
})

export const listGroupMembers = endpoint({
  method: 'GET',
  path: '/groups/:id/members/',
  who: 'member',
  params,
  reply: z.array(GroupMember),
})

export const addGroupMembers = endpoint({
  method: 'POST',
  path: '/groups/:id/members/',
  who: 'admin',
  status: 201,
  params,
  body: z.object({ user_ids: z.array(UserKey).min(1).max(groupLimits.members) }),
  reply: z.object({ added_user_ids: z.array(z.number().int()) }),
})

export const removeGroupMember = endpoint({
  method: 'DELETE',
  path: '/groups/:id/members/:user_id/',
  who: 'admin',
  status: 204,
  params: params.extend({ user_id: UserKey }),
  reply: NoBody,
})

/** Lists everything that is shared with the group. */
export const listGroupResources = endpoint({
  method: 'GET',
  path: '/groups/:id/resources/',
  who: 'admin',
  params,
  reply: z.array(
    z.object({
      resource_type: z.enum([
        'adapter_instance',
        'connector_instance',
        'lookup_table',
        'custom_tool',
        'workflow',
        'api_deployment',
        'pipeline',
      ] as const),
      resource_id: z.uuid(),
      name: z.string(),
    }),
  ),
})
