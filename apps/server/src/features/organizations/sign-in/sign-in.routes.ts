import * as session from '@recto/contract/organizations/session'
import * as api from '@recto/contract/organizations/sign-in'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import {
  browserTokenOf,
  clearCookies,
  csrfTokenOf,
  setBrowserCookie,
  setCsrfCookie,
  setSecondStepCookie,
  setSignOutCookie,
} from './cookies.ts'
import { endSession } from './end-session.ts'
import { enter, placeOf, replaceSession } from './enter.ts'
import { nextPage } from './next-page.ts'
import { beginSecondStep } from './second-step.ts'
import { type SignInOutcome, signInByPassword } from './sign-in.ts'
import { followSignInLink } from './sign-in-by-link.ts'
import { renderSignInPage, type SignInPage } from './sign-in-page.ts'
import { randomToken } from './start-session.ts'

const Credentials = z.object({
  username: z.string().trim().min(3).max(150),
  password: z.string().min(3).max(256),
})

/** Routes for signing in and out: pages that a browser navigates to. */
export function signInRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.showSignIn, async ({ config }, { query, request, reply }) =>
    showPage(reply, config, {
      csrfToken: reusableCsrfToken(request) ?? randomToken(),
      next: nextPage(query.next),
    }),
  )

  registerEndpoint(app, ctx, api.signIn, async (ctx, { body, request, reply }) => {
    const { config } = ctx
    const csrfToken = reusableCsrfToken(request) ?? randomToken()
    const next = nextPage(body.next)
    const showAgain = (problem: string, username?: string) =>
      showPage(reply, config, {
        csrfToken,
        next,
        problem,
        ...omitUndefined({ username: username || undefined }),
      })

    const credentials = Credentials.safeParse(body)
    if (!credentials.success) {
      return showAgain('The username and the password must have at least 3 characters each.')
    }
    const { username } = credentials.data
    const browserToken = browserTokenOf(request)
    const outcome = await signInByPassword(ctx, {
      ...credentials.data,
      place: placeOf(request),
      browserToken,
    })
    logOutcome(ctx, request, { username, outcome })
    if (outcome.state === 'wait') {
      reply.status(429).header('retry-after', String(outcome.seconds))
      return showAgain(`Too many attempts. Try again in ${span(outcome.seconds)}.`, username)
    }
    if (outcome.state === 'wrong') {
      return showAgain('The username or password is incorrect.', username)
    }
    const { browserToken: ownToken } = outcome
    if (outcome.state === 'second-step') {
      setBrowserCookie(reply, config, ownToken)
      return redirectToSecondStep(reply, config, { stepToken: outcome.stepToken, next })
    }
    // Clients read the cookie of the session first.
    await replaceSession(ctx, { request, reply }, outcome.session)
    setBrowserCookie(reply, config, ownToken)
    return reply.redirect(next, 302)
  })

  registerEndpoint(app, ctx, api.followSignInLink, async (ctx, { query, request, reply }) => {
    const { token = '', next } = query
    const userId = await followSignInLink(ctx, { token, place: placeOf(request) })
    if (userId === undefined) return reply.redirect('/landing', 302)
    const stepToken = await beginSecondStep(ctx, userId)
    if (stepToken !== undefined) {
      return redirectToSecondStep(reply, ctx.config, { stepToken, next: nextPage(next) })
    }
    await enter(ctx, { request, reply }, { userId })
    logSecurityEvent(ctx.log, 'signed-in', { userId, requestId: request.id })
    return reply.redirect(nextPage(next), 302)
  })

  registerEndpoint(app, ctx, session.logout, async (ctx, { session, request, reply }) => {
    if (session) {
      await endSession(ctx, session)
      logSecurityEvent(ctx.log, 'signed-out', { userId: session.user.id, requestId: request.id })
    }
    clearCookies(reply, ctx.config)
    setSignOutCookie(reply, ctx.config)
    return reply.redirect('/', 302)
  })
}

type LoggedSignIn = { readonly username: string; readonly outcome: SignInOutcome }

const eventOf = {
  wait: 'sign-in-slowed-down',
  wrong: 'sign-in-failed',
  started: 'signed-in',
  'second-step': 'second-factor-needed',
} as const

function logOutcome(
  { log }: Context,
  { ip, id }: FastifyRequest,
  { username, outcome }: LoggedSignIn,
): void {
  // An unknown name is not logged: it may be a password typed into the wrong field.
  const isAccount =
    outcome.state === 'started' ||
    outcome.state === 'second-step' ||
    (outcome.state === 'wrong' && outcome.isAccount)
  const account = isAccount ? { username } : {}
  logSecurityEvent(log, eventOf[outcome.state], { address: ip, requestId: id, ...account })
}

type WaitingSignIn = { readonly stepToken: string; readonly next: string }

function redirectToSecondStep(
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl' | 'sessionHours'>,
  { stepToken, next }: WaitingSignIn,
): FastifyReply {
  setSecondStepCookie(reply, config, stepToken)
  return reply.redirect(`${api.showSecondStep.path}?next=${encodeURIComponent(next)}`, 302)
}

/**
 * Returns the CSRF token to use again; a signed-in browser keeps the token of its session, whatever
 * its cookie contains.
 */
export function reusableCsrfToken(request: FastifyRequest): string | undefined {
  const cookie = csrfTokenOf(request)
  return (
    request.session?.csrfToken ?? (cookie && /^[\w-]{20,100}$/.test(cookie) ? cookie : undefined)
  )
}

function showPage(
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl' | 'sessionHours' | 'access'>,
  page: Omit<SignInPage, 'ways'>,
): FastifyReply {
  setCsrfCookie(reply, config, page.csrfToken)
  const { signUp, mailUrl, singleSignOn } = config.access
  const ways = {
    signUp: signUp === 'open',
    mail: mailUrl !== undefined,
    externalName: singleSignOn?.name,
  }
  return reply.type('text/html; charset=utf-8').send(renderSignInPage({ ...page, ways }))
}

export function span(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}

/** Shows the form again with the reason why the gate refused it: a browser would show JSON as it is. */
export const showRefusedForm = (
  { config }: Pick<Context, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: string,
): FastifyReply =>
  showPage(reply.status(403), config, {
    csrfToken: reusableCsrfToken(request) ?? randomToken(),
    next: '/',
    problem,
  })
