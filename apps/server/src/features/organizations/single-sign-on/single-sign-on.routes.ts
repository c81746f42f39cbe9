import { startOutsideSignIn } from '@recto/contract/organizations/access'
import { signInCallback } from '@recto/contract/organizations/sign-in'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { getPublicOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import { domainOf } from '../accounts/judge-address.ts'
import type { Equip } from '../founding/found-organization.ts'
import { enter, placeOf } from '../sign-in/enter.ts'
import { nextPage } from '../sign-in/next-page.ts'
import { countSensitiveRequest } from '../sign-in/slow-down.ts'
import { admitExternalPerson } from './admit-external-person.ts'
import { attemptOf, clearAttemptCookie, setAttemptCookie } from './attempt-cookie.ts'
import { type ExternalPerson, finishExternalSignIn } from './finish-external-sign-in.ts'
import { openIssuer } from './open-issuer.ts'
import { startExternalSignIn } from './start-external-sign-in.ts'

/** Routes for signing in through an identity provider: pages that a browser navigates to. */
export function singleSignOnRoutes(app: FastifyInstance, ctx: Context, equip: Equip): void {
  const { config } = ctx
  const settings = config.access.singleSignOn
  const findIssuer = settings && openIssuer(ctx, settings)

  registerEndpoint(app, ctx, startOutsideSignIn, async (_ctx, { query, request, reply }) => {
    if (!findIssuer) return reply.redirect(errorPage(), 302)
    const next = nextPage(query.next)
    const redirectUri = `${getPublicOrigin(request, config)}${signInCallback.path}`
    try {
      const { attempt, address } = await startExternalSignIn(findIssuer, { redirectUri, next })
      setAttemptCookie(reply, ctx, attempt)
      return reply.redirect(address, 302)
    } catch (error) {
      logFailure(ctx, request, error)
      return reply.redirect(errorPage(), 302)
    }
  })

  registerEndpoint(app, ctx, signInCallback, async (ctx, { request, reply }) => {
    const attempt = attemptOf(request, ctx.vault)
    clearAttemptCookie(reply, config)
    if (!settings || !findIssuer || !attempt) return reply.redirect(errorPage(), 302)
    let person: ExternalPerson | undefined
    try {
      const waitSeconds = await countSensitiveRequest(ctx, { purpose: 'link', address: request.ip })
      if (waitSeconds !== undefined) throw new Error('Too many attempts.')
      const query = request.url.slice(request.url.indexOf('?'))
      person = await finishExternalSignIn(ctx, { settings, attempt, query })
      const userId = await admitExternalPerson(ctx, equip, {
        settings,
        person,
        place: placeOf(request),
      })
      await enter(ctx, { request, reply }, { userId, isExternal: true })
      const { ip: address, id: requestId } = request
      logSecurityEvent(ctx.log, 'signed-in', {
        userId,
        address,
        requestId,
        outside: true,
      })
      return reply.redirect(attempt.next, 302)
    } catch (error) {
      logFailure(ctx, request, error)
      return reply.redirect(errorPage(codeOf(error), person), 302)
    }
  })
}

/**
 * Returns the code of the refusal for the error page; `undefined` asks the person to sign in again.
 */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AppError) {
    const code = error.faults[0]?.code
    return code && /^[A-Z]{2,3}\d*$/.test(code) ? code : 'INS'
  }
  // The person or the provider has denied access.
  return (error as { error?: unknown }).error === 'access_denied' ? 'INS' : undefined
}

function errorPage(code?: string, person?: ExternalPerson): string {
  if (code === undefined) return '/error'
  const query = new URLSearchParams({ code })
  if (code === 'USF' && person) query.set('domain', domainOf(person.email))
  return `/error?${query}`
}

function logFailure({ log }: Context, { ip: address, id }: FastifyRequest, error: unknown): void {
  const reason = describeFailure(error)
  logSecurityEvent(log, 'outside-sign-in-failed', { address, requestId: id, reason })
}
