import * as api from '@recto/contract/access'
import { signUp as showSignUp } from '@recto/contract/sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { linkOriginOf } from '../../../platform/http/origin-of.ts'
import { StatusReply, serve } from '../../../platform/http/serve.ts'
import { tellSecurity } from '../../../platform/log/tell-security.ts'
import type { Equip } from '../founding/found-organization.ts'
import { presentChoice, presentOrganization } from '../present.ts'
import { enter } from '../sign-in/enter.ts'
import { createFurtherOrganization } from './create-further-organization.ts'
import type { makeOwnOrganization } from './make-own-organization.ts'
import { confirmSignUp, confirmsMail, signUp } from './sign-up.ts'

type Made = Awaited<ReturnType<typeof makeOwnOrganization>>

/** Making an account of one's own. */
export function signUpRoutes(app: FastifyInstance, ctx: Context, equip: Equip): void {
  const { access } = ctx.config

  serve(app, ctx, api.getAccess, async () => ({
    sign_up: access.signUp,
    confirms_mail: confirmsMail(ctx),
    sends_mail: access.mailUrl !== undefined,
    has_simple_studio: ctx.config.simpleStudio.isOpen,
    single_sign_on: access.outside
      ? { name: access.outside.name, path: api.startOutsideSignIn.path }
      : null,
    regions: api.regions.map(({ id, name }) => ({
      id,
      name,
      host: access.regionHosts[id] ?? null,
    })),
  }))

  serve(app, ctx, showSignUp, async (_ctx, { request, reply }) => {
    if (access.signUp === 'open') return reply.redirect('/landing', 302)
    // A person who follows the link gets the page that explains it; a program gets the refusal.
    if (request.headers.accept?.includes('text/html')) {
      return reply.redirect('/error?code=USR', 302)
    }
    throw new AppError('not-available', [
      { code: 'error', detail: 'Accounts are made by the admins here.', attr: null },
    ])
  })

  serve(app, ctx, api.makeAccount, async (_ctx, { body, request, reply }) => {
    const made = await signUp(ctx, equip, {
      email: body.email,
      password: body.password,
      organizationName: body.organization_name ?? '',
      address: request.ip,
      origin: linkOriginOf(request, ctx.config),
    })
    if (!made) return new StatusReply(202, { state: 'confirm' as const, organization: null })
    return begin(ctx, { request, reply }, made)
  })

  serve(app, ctx, api.confirmAccount, async (_ctx, { body, request, reply }) => {
    const made = await confirmSignUp(ctx, equip, { token: body.token, address: request.ip })
    return begin(ctx, { request, reply }, made)
  })

  serve(app, ctx, api.createOrganization, async (_ctx, { body, session, request }) => {
    const organization = await createFurtherOrganization(ctx, equip, {
      user: session.user,
      slug: body.organization_id,
      displayName: body.display_name,
      address: request.ip,
    })
    const { slug } = organization
    tellSecurity(ctx.log, 'organization-made', { userId: session.user.id, organization: slug })
    return { message: 'success' as const, tenant: presentOrganization(organization) }
  })
}

async function begin(
  ctx: Context,
  browser: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { account, organization }: Made,
) {
  await enter(ctx, browser, { userId: account.id, organizationId: organization.id })
  const { ip: address, id: requestId } = browser.request
  tellSecurity(ctx.log, 'signed-up', { userId: account.id, address, requestId })
  return { state: 'signed_in' as const, organization: presentChoice(organization) }
}
