import { listMembers } from '@recto/contract/organizations'
import * as api from '@recto/contract/people'
import { listRoles } from '@recto/contract/session'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { StatusReply, serve } from '../../../platform/http/serve.ts'
import { changeRole } from './change-role.ts'
import { listColleagues } from './list-colleagues.ts'
import { assertManagedHere } from './managed-outside.ts'
import { presentMember, presentRoles } from './present-member.ts'
import { removeMembers } from './remove-members.ts'
import { roleNamed, usualRole } from './roles.ts'

const success = { status: 'success', message: 'success' } as const
const failed = () => new StatusReply(400, { status: 'failed' as const, message: 'failed' as const })

/** Who is in the organization, and as what. */
export function peopleRoutes(app: FastifyInstance, ctx: Context): void {
  const { productId } = ctx.config

  serve(app, ctx, listMembers, async (ctx, { actor, query }) => {
    const { page: number, page_size: size = 50, search, ordering: order } = query
    const page = number === undefined ? undefined : { number, size }
    const { members, count } = await listColleagues(ctx, actor, { page, search, order })
    return {
      message: 'success' as const,
      members: members.map((member) => presentMember(member, productId)),
      ...(page && { count }),
    }
  })

  serve(app, ctx, listRoles, async () => ({
    message: 'success' as const,
    members: presentRoles(productId),
  }))

  serve(app, ctx, api.removeMembers, async (ctx, { actor, body }) => {
    assertManagedHere(ctx.config, actor)
    const removed = await removeMembers(ctx, { actor, emails: body.emails })
    return removed > 0 ? success : failed()
  })

  serve(app, ctx, api.changeRole, async (ctx, { actor, body: { email, ...body } }) => {
    assertManagedHere(ctx.config, actor)
    const role = roleNamed(body.role, productId)
    if (!role) throw badRequest(`There is no role ${body.role}.`)
    return (await changeRole(ctx, { actor, email, role })) ? success : failed()
  })

  serve(app, ctx, api.takeRole, async (ctx, { actor, body }) => {
    assertManagedHere(ctx.config, actor)
    const from = roleNamed(body.role, productId)
    const change = { actor, email: body.email, from, role: usualRole }
    return from && (await changeRole(ctx, change)) ? success : failed()
  })
}
