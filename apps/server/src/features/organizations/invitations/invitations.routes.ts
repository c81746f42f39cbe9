import * as api from '@recto/contract/organizations/invitations'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { assertManagedHere } from '../members/managed-externally.ts'
import { presentRole } from '../members/roles.ts'
import { presentChoice } from '../present.ts'
import { enter, placeOf } from '../sign-in/enter.ts'
import { acceptInvitation, openInvitation } from './accept-invitation.ts'
import { inviteMembers } from './invite-members.ts'
import { listInvitations, withdrawInvitation } from './manage-invitations.ts'

export function invitationRoutes(app: FastifyInstance, ctx: Context): void {
  const { config, log } = ctx
  const { productId } = config

  registerEndpoint(app, ctx, api.inviteMembers, async (_ctx, { actor, body, request, reply }) => {
    assertManagedHere(config, actor)
    if (body.users.length === 0) return reply.status(400).send({ message: 'failed' })
    const origin = getLinkOrigin(request, config)
    const outcomes = await inviteMembers(ctx, { actor, address: request.ip, origin }, body.users)
    const count = outcomes.filter(({ status }) => status === 'success').length
    logSecurityEvent(log, 'invited', { userId: actor.userId, count, requestId: request.id })
    return { message: [...outcomes] }
  })

  registerEndpoint(app, ctx, api.listInvitations, async (_ctx, { actor }) => {
    const invitations = await listInvitations(ctx, actor)
    return {
      message: 'success' as const,
      members: invitations.map(({ id, email, role, created_at, expires_at }) => ({
        id,
        email,
        role: presentRole(role, productId),
        created_at: presentTime(created_at),
        expires_at: presentTime(expires_at),
      })),
    }
  })

  registerEndpoint(
    app,
    ctx,
    api.deleteInvitation,
    async (_ctx, { actor, params, request, reply }) => {
      const isGone = await withdrawInvitation(ctx, { actor, id: params.id })
      if (!isGone) return reply.status(404).send({ status: 'failed', message: 'failed' })
      logSecurityEvent(log, 'invitation-withdrawn', { userId: actor.userId, requestId: request.id })
      return undefined
    },
  )

  registerEndpoint(app, ctx, api.lookAtInvitation, async (_ctx, { body, request }) => {
    const link = { token: body.token, place: placeOf(request) }
    const { invitation, organization, account } = await openInvitation(ctx, link)
    return {
      email: invitation.email,
      role: presentRole(invitation.role, productId),
      organization: presentChoice(organization),
      has_account: account !== undefined,
      expires_at: presentTime(invitation.expires_at),
    }
  })

  registerEndpoint(
    app,
    ctx,
    api.acceptInvitation,
    async (_ctx, { body, session, request, reply }) => {
      const { token, password } = body
      const { userId, organization } = await acceptInvitation(ctx, {
        token,
        password,
        session,
        place: placeOf(request),
      })
      if (!session) {
        await enter(ctx, { request, reply }, { userId, organizationId: organization.id })
      }
      const { slug } = organization
      logSecurityEvent(log, 'invitation-accepted', {
        userId,
        organization: slug,
        requestId: request.id,
      })
      return { state: 'joined' as const, organization: presentChoice(organization) }
    },
  )
}
