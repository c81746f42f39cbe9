import * as api from '@recto/contract/organizations/access'
import { signUp as showSignUp } from '@recto/contract/organizations/sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint, StatusReply } from '../../../platform/http/register-endpoint.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import type { Equip } from '../founding/found-organization.ts'
import { presentChoice, presentOrganization } from '../present.ts'
import { enter, placeOf } from '../sign-in/enter.ts'
import { createFurtherOrganization } from './create-further-organization.ts'
import type { OwnOrganization } from './create-own-organization.ts'
import { confirmSignUp, confirmsMail, signUp } from './sign-up.ts'

type SignUpResult = OwnOrganization

/** Routes for creating one's own account. */
export function signUpRoutes(app: FastifyInstance, ctx: Context, equip: Equip): void {
  registerEndpoint(app, ctx, api.getAccess, async ({ config }) => {
    const { access, simpleStudio, hasSubscriptions } = config
    return {
      sign_up: access.signUp,
      confirms_mail: confirmsMail({ config }),
      sends_mail: access.mailUrl !== undefined,
      has_simple_studio: simpleStudio.isOpen,
      has_trial: hasSubscriptions,
      single_sign_on: access.singleSignOn
        ? { name: access.singleSignOn.name, path: api.startOutsideSignIn.path }
        : null,
      regions: api.regions.map(({ id, name }) => ({
        id,
        name,
        host: access.regionHosts[id] ?? null,
      })),
    }
  })

  registerEndpoint(app, ctx, showSignUp, async ({ config }, { request, reply }) => {
    if (config.access.signUp === 'open') return reply.redirect('/landing', 302)
    // A browser gets the page that explains the refusal, a program the refusal itself.
    if (request.headers.accept?.includes('text/html')) {
      return reply.redirect('/error?code=USR', 302)
    }
    throw new AppError('not-available', [
      {
        code: 'error',
        detail: 'Only admins can create accounts in this installation.',
        attr: null,
      },
    ])
  })

  registerEndpoint(app, ctx, api.makeAccount, async (ctx, { body, request, reply }) => {
    const account = await signUp(ctx, equip, {
      email: body.email,
      password: body.password,
      organizationName: body.organization_name ?? '',
      place: placeOf(request),
      origin: getLinkOrigin(request, ctx.config),
    })
    if (!account) return new StatusReply(202, { state: 'confirm' as const, organization: null })
    return startSessionOfAccount(ctx, { request, reply }, account)
  })

  registerEndpoint(app, ctx, api.confirmAccount, async (ctx, { body, request, reply }) => {
    const account = await confirmSignUp(ctx, equip, {
      token: body.token,
      place: placeOf(request),
    })
    return startSessionOfAccount(ctx, { request, reply }, account)
  })

  registerEndpoint(app, ctx, api.createOrganization, async (ctx, { body, session, request }) => {
    const organization = await createFurtherOrganization(ctx, equip, {
      user: session.user,
      slug: body.organization_id,
      displayName: body.display_name,
      place: placeOf(request),
    })
    const { slug } = organization
    logSecurityEvent(ctx.log, 'organization-made', { userId: session.user.id, organization: slug })
    return { message: 'success' as const, tenant: presentOrganization(organization) }
  })
}

async function startSessionOfAccount(
  ctx: Context,
  browser: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { account, organization }: SignUpResult,
) {
  await enter(ctx, browser, { userId: account.id, organizationId: organization.id })
  const { ip: address, id: requestId } = browser.request
  logSecurityEvent(ctx.log, 'signed-up', { userId: account.id, address, requestId })
  return { state: 'signed_in' as const, organization: presentChoice(organization) }
}
