import { onboardUser } from '@recto/contract/organizations/onboarding'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import type { Equip } from '../founding/found-organization.ts'
import { placeOf } from '../sign-in/enter.ts'
import { onboardOrganization } from './onboard-organization.ts'

/** Routes for platform administrators. */
export function onboardingRoutes(app: FastifyInstance, ctx: Context, equip: Equip): void {
  registerEndpoint(app, ctx, onboardUser, async (_ctx, { body, session: { user }, request }) => {
    const { slug, link } = await onboardOrganization(ctx, equip, {
      user,
      name: body.org_name,
      inviteeEmail: body.invitee_email,
      place: placeOf(request),
      origin: getLinkOrigin(request, ctx.config),
    })
    logSecurityEvent(ctx.log, 'organization-made', { userId: user.id, organization: slug })
    const sendsMail = ctx.config.access.mailUrl !== undefined
    return {
      message: 'success' as const,
      organization_id: slug,
      ...omitUndefined({ link: sendsMail ? undefined : link }),
    }
  })
}
