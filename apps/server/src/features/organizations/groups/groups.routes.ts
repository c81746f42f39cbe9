import * as api from '@recto/contract/organizations/groups'
import type { FastifyInstance } from 'fastify'
import { forbidden } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import {
  addToGroup,
  changeGroup,
  createGroup,
  deleteGroup,
  getGroup,
  removeFromGroup,
} from './change-groups.ts'
import { findGroupMembers, findGroups, findGroupThings, type GroupRow } from './read-groups.ts'

const resourceTypes = {
  adapter: 'adapter_instance',
  connector: 'connector_instance',
  lookup_table: 'lookup_table',
  project: 'custom_tool',
  workflow: 'workflow',
  api_deployment: 'api_deployment',
  pipeline: 'pipeline',
} as const

export function groupRoutes(app: FastifyInstance, ctx: Context): void {
  membershipRoutes(app, ctx)

  registerEndpoint(app, ctx, api.listGroups, async (ctx, { actor, query: { member } }) => {
    const isOwn = member === 'me' || member === actor.userId
    if (member !== undefined && !isOwn && actor.role !== 'admin') throw forbidden()
    const memberId = member === 'me' ? actor.userId : member
    return (await findGroups(ctx, { actor, memberId })).map(presentGroup)
  })

  registerEndpoint(app, ctx, api.createGroup, async (ctx, { actor, body }) =>
    presentGroup(await createGroup(ctx, { actor, ...body })),
  )

  registerEndpoint(app, ctx, api.getGroup, async (ctx, { actor, params }) =>
    presentGroup(await getGroup(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateGroup, api.patchGroup]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) =>
      presentGroup(await changeGroup(ctx, { actor, id: params.id, ...body })),
    )
  }

  registerEndpoint(app, ctx, api.deleteGroup, async (ctx, { actor, params }) => {
    await deleteGroup(ctx, { actor, id: params.id })
    return undefined
  })

  registerEndpoint(app, ctx, api.listGroupResources, async (ctx, { actor, params }) => {
    const things = await findGroupThings(ctx, { actor, id: params.id })
    return things.map(({ table, id, name }) => ({
      resource_type: resourceTypes[table],
      resource_id: id,
      name,
    }))
  })
}

function membershipRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listGroupMembers, async (ctx, { actor, params }) => {
    const members = await findGroupMembers(ctx, { actor, id: params.id })
    return members.map(({ user_id, joined_at, person }) => ({
      user_id,
      email: person?.email ?? '',
      display_name: person?.username ?? '',
      is_service_account: false,
      joined_at: presentTime(joined_at),
    }))
  })

  registerEndpoint(app, ctx, api.addGroupMembers, async (ctx, { actor, params, body }) => ({
    added_user_ids: await addToGroup(ctx, { actor, id: params.id, userIds: body.user_ids }),
  }))

  registerEndpoint(app, ctx, api.removeGroupMember, async (ctx, { actor, params }) => {
    await removeFromGroup(ctx, { actor, id: params.id, userId: params.user_id })
    return undefined
  })
}

const presentGroup = ({ created_at, modified_at, ...group }: GroupRow) => ({
  id: group.id,
  name: group.name,
  description: group.description,
  created_by: group.created_by,
  member_count: group.member_count,
  created_at: presentTime(created_at),
  modified_at: presentTime(modified_at),
})
