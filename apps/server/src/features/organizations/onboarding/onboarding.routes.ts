import { onboardUser } from '@recto/contract/onboarding'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { linkOriginOf } from '../../../platform/http/origin-of.ts'
import { serve } from '../../../platform/http/serve.ts'
import { tellSecurity } from '../../../platform/log/tell-security.ts'
import type { Equip } from '../founding/found-organization.ts'
import { onboardOrganization } from './onboard-organization.ts'

/** What platform administrators do. */
export function onboardingRoutes(app: FastifyInstance, ctx: Context, equip: Equip): void {
  serve(app, ctx, onboardUser, async (_ctx, { body, session: { user }, request }) => {
    const { slug, link } = await onboardOrganization(ctx, equip, {
      user,
      name: body.org_name,
      inviteeEmail: body.invitee_email,
      address: request.ip,
      origin: linkOriginOf(request, ctx.config),
    })
    tellSecurity(ctx.log, 'organization-made', { userId: user.id, organization: slug })
    const sendsMail = ctx.config.access.mailUrl !== undefined
    return { message: 'success' as const, organization_id: slug, ...(!sendsMail && { link }) }
  })
}
