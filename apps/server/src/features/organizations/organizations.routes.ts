import * as api from '@recto/contract/organizations/organizations'
import * as session from '@recto/contract/organizations/session'
import { openSocket } from '@recto/contract/server/sockets'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { applyLeaseRoutes } from './apply-lease/apply-lease.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { deletionRoutes } from './deletion/deletion.routes.ts'
import { evaluateFlag, flagsOf } from './flags.ts'
import type { Equip } from './founding/found-organization.ts'
import { groupRoutes } from './groups/groups.routes.ts'
import { invitationRoutes } from './invitations/invitations.routes.ts'
import { findOwnProfile } from './members/list-colleagues.ts'
import { hasSubscribed, markAsSubscribed } from './members/onboarding-status.ts'
import { peopleRoutes } from './members/people.routes.ts'
import { saveOnboarding } from './members/save-onboarding.ts'
import { onboardingRoutes } from './onboarding/onboarding.routes.ts'
import { getOrganization, listOwnOrganizations } from './organization/get-organization.ts'
import { platformApiRoutes } from './platform-api/platform-api.routes.ts'
import { platformKeyRoutes } from './platform-keys/platform-keys.routes.ts'
import { presentOrganization, presentProfile, presentSession, presentUser } from './present.ts'
import { recoveryRoutes } from './recovery/recovery.routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { listPanelLogs, storePanelLog } from './session-messages/panel-logs.ts'
import { organizationSettingsRoutes } from './settings/organization-settings.routes.ts'
import { csrfTokenOf, setCsrfCookie } from './sign-in/cookies.ts'
import { organizationExists } from './sign-in/organization-exists.ts'
import { ownAccountRoutes } from './sign-in/own-account.routes.ts'
import { passkeySignInRoutes } from './sign-in/passkey-sign-in.routes.ts'
import { secondStepRoutes } from './sign-in/second-step.routes.ts'
import { setOrganization } from './sign-in/set-organization.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'
import { singleSignOnRoutes } from './single-sign-on/single-sign-on.routes.ts'

const success = 'success' as const

/** Routes that need nothing but the context. */
const routesOfParts = [
  signInRoutes,
  secondStepRoutes,
  passkeySignInRoutes,
  recoveryRoutes,
  invitationRoutes,
  ownAccountRoutes,
  secondFactorRoutes,
  deletionRoutes,
  memberRoutes,
  peopleRoutes,
  platformKeyRoutes,
  platformApiRoutes,
  auditRoutes,
  applyLeaseRoutes,
  groupRoutes,
  organizationSettingsRoutes,
  flagRoutes,
  socketRoutes,
]

export function organizationRoutes(app: FastifyInstance, ctx: Context, equip: Equip): void {
  for (const register of routesOfParts) register(app, ctx)
  for (const register of [signUpRoutes, singleSignOnRoutes, onboardingRoutes])
    register(app, ctx, equip)
  sessionRoutes(app, ctx)
}

function sessionRoutes(app: FastifyInstance, ctx: Context): void {
  const { config } = ctx
  registerEndpoint(app, ctx, session.getSession, async (_ctx, request) =>
    presentSession(request.session, config),
  )

  registerEndpoint(app, ctx, session.getRole, async (_ctx, request) => ({
    is_admin: request.session.actor?.role === 'admin',
  }))

  registerEndpoint(
    app,
    ctx,
    session.listOrganizations,
    async (_ctx, { session, request, reply }) => {
      if (!csrfTokenOf(request)) setCsrfCookie(reply, config, session.csrfToken)
      const organizations = await listOwnOrganizations(ctx, session.user.id)
      return {
        message: success,
        organizations: organizations.map(({ slug, name, display_name }) => ({
          id: slug,
          name,
          display_name,
        })),
      }
    },
  )

  registerEndpoint(
    app,
    ctx,
    session.lookUpOrganization,
    async (_ctx, { session, params, request }) => ({
      exists: await organizationExists(ctx, {
        slug: params.id,
        address: request.ip,
        userId: session.user.id,
      }),
    }),
  )

  registerEndpoint(app, ctx, session.setOrganization, async (_ctx, { session, params, reply }) => {
    const organization = await setOrganization(ctx, session, params.id)
    // The client evaluates only the status and expects no body.
    if (!organization) return reply.status(403).send()
    return {
      is_new_org: false,
      user: presentUser(session.user),
      organization: { name: organization.name, organization_id: organization.slug },
      log_events_id: session.logEventsId,
    }
  })
}

/** Web sockets do not reach this route, so every request here is a mistake. */
function socketRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, openSocket, async () => {
    throw badRequest('This address only accepts WebSocket connections.')
  })
}

function memberRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getOrganization, async (_ctx, { actor }) => {
    const organization = await getOrganization(ctx, actor)
    return { message: success, organization: presentOrganization(organization) }
  })

  registerEndpoint(app, ctx, session.getUserProfile, async (_ctx, { actor, reply }) => {
    const member = await findOwnProfile(ctx, actor)
    if (!member)
      return reply.status(404).send({ message: 'You are no longer a member of this organization.' })
    return { user: presentProfile(member) }
  })

  registerEndpoint(app, ctx, session.updateUserProfile, async (_ctx, { actor, body }) => {
    await saveOnboarding(ctx, actor, {
      login: body.is_login_onboarding_msg,
      prompt: body.is_prompt_studio_onboarding_msg,
    })
    return { status: success, message: success }
  })

  registerEndpoint(app, ctx, session.getOnboardingStatus, async (_ctx, { actor }) => ({
    is_subscribed: await hasSubscribed(ctx, actor),
  }))

  for (const endpoint of [session.beginOnboarding, session.putOnboardingStatus]) {
    registerEndpoint(app, ctx, endpoint, async (_ctx, { actor }) => {
      await markAsSubscribed(ctx, actor)
      return { is_subscribed: true }
    })
  }

  for (const product of session.textProductOnboardings) {
    registerEndpoint(app, ctx, product.read, async (_ctx, { actor }) => ({
      is_subscribed: await hasSubscribed(ctx, actor),
    }))
    for (const endpoint of [product.begin, product.post]) {
      registerEndpoint(app, ctx, endpoint, async (_ctx, { actor }) => {
        await markAsSubscribed(ctx, actor)
        return { is_subscribed: true }
      })
    }
  }

  registerEndpoint(
    app,
    ctx,
    session.listPanelLogs,
    async (_ctx, { actor, session: { logEventsId } }) => ({
      data: await listPanelLogs(ctx, { actor, logEventsId }),
    }),
  )

  registerEndpoint(app, ctx, session.storePanelLog, async (_ctx, { actor, session, body }) => {
    await storePanelLog(ctx, { actor, logEventsId: session.logEventsId, text: body.log })
    return { message: 'Log stored.' }
  })
}

function flagRoutes(app: FastifyInstance, ctx: Context): void {
  const flags = flagsOf(ctx.config)
  for (const list of [session.listFlags, ...api.otherFlagLists]) {
    registerEndpoint(app, ctx, list, async () => ({
      feature_flags: { flags, total_count: Object.keys(flags).length },
    }))
  }
  for (const evaluate of [session.evaluateFlag, ...api.otherFlagEvaluations]) {
    registerEndpoint(app, ctx, evaluate, async (_ctx, { body, reply }) => {
      if (!body.flag_key) return reply.status(400).send({ message: 'flag_key is required.' })
      return { flag_status: evaluateFlag(flags, body.flag_key) }
    })
  }
}
