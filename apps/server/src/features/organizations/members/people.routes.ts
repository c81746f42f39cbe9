import { listMembers } from '@recto/contract/organizations/organizations'
import * as api from '@recto/contract/organizations/people'
import { listRoles } from '@recto/contract/organizations/session'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint, StatusReply } from '../../../platform/http/register-endpoint.ts'
import { changeRole } from './change-role.ts'
import { listColleagues } from './list-colleagues.ts'
import { assertManagedHere } from './managed-externally.ts'
import { presentMember, presentRoles } from './present-member.ts'
import { removeMembers } from './remove-members.ts'
import { roleNamed, usualRole } from './roles.ts'

const success = { status: 'success', message: 'success' } as const
const createFailureReply = () =>
  new StatusReply(400, { status: 'failed' as const, message: 'failed' as const })

/** Routes for the members of the organization and their roles. */
export function peopleRoutes(app: FastifyInstance, ctx: Context): void {
  const { productId } = ctx.config

  registerEndpoint(app, ctx, listMembers, async (ctx, { actor, query }) => {
    const { page: number, page_size: size = 50, search, ordering: order } = query
    const page = number === undefined ? undefined : { number, size }
    const { members, count } = await listColleagues(ctx, actor, { page, search, order })
    return {
      message: 'success' as const,
      members: members.map((member) => presentMember(member, productId)),
      ...omitUndefined({ count: page && count }),
    }
  })

  registerEndpoint(app, ctx, listRoles, async () => ({
    message: 'success' as const,
    members: presentRoles(productId),
  }))

  registerEndpoint(app, ctx, api.removeMembers, async (ctx, { actor, body }) => {
    assertManagedHere(ctx.config, actor)
    const removedMembers = await removeMembers(ctx, { actor, emails: body.emails })
    return removedMembers > 0 ? success : createFailureReply()
  })

  registerEndpoint(app, ctx, api.changeRole, async (ctx, { actor, body: { email, ...body } }) => {
    assertManagedHere(ctx.config, actor)
    const role = roleNamed(body.role, productId)
    if (!role) throw badRequest(`The role ${body.role} does not exist.`)
    return (await changeRole(ctx, { actor, email, role })) ? success : createFailureReply()
  })

  registerEndpoint(app, ctx, api.takeRole, async (ctx, { actor, body }) => {
    assertManagedHere(ctx.config, actor)
    const from = roleNamed(body.role, productId)
    const change = { actor, email: body.email, from, role: usualRole }
    return from && (await changeRole(ctx, change)) ? success : createFailureReply()
  })
}
