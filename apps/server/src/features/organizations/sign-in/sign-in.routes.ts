import * as session from '@recto/contract/session'
import * as api from '@recto/contract/sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Context } from '../../../platform/context.ts'
import { limitAttempts } from '../../../platform/http/limit-attempts.ts'
import { serve } from '../../../platform/http/serve.ts'
import { clearCookies, csrfTokenOf, setCsrfCookie, setSessionCookie } from './cookies.ts'
import { endSession } from './end-session.ts'
import { signIn } from './sign-in.ts'
import { drawSignInPage } from './sign-in-page.ts'
import { randomToken } from './start-session.ts'

const Credentials = z.object({
  username: z.string().trim().min(3).max(150),
  password: z.string().min(3).max(256),
})

/** Signing in and out: pages that a browser navigates to. */
export function signInRoutes(app: FastifyInstance, ctx: Context): void {
  const { config } = ctx
  const window = { withinSeconds: 15 * 60 }
  const attempts = limitAttempts(ctx.db, { name: 'sign-in', max: 10, ...window })
  const attemptsOfAddress = limitAttempts(ctx.db, {
    name: 'sign-in of address',
    max: 200,
    ...window,
  })

  serve(app, ctx, api.showSignIn, async (_ctx, { request, reply }) =>
    showPage(reply, config, { csrfToken: knownToken(request) ?? randomToken() }),
  )

  serve(app, ctx, api.signIn, async (_ctx, { body, request, reply, session }) => {
    const csrfToken = knownToken(request) ?? randomToken()
    const again = (problem: string, username?: string) =>
      showPage(reply, config, { csrfToken, problem, ...(username && { username }) })

    const credentials = Credentials.safeParse(body)
    if (!credentials.success) {
      return again('User name and password have at least 3 characters each.')
    }
    const { username } = credentials.data
    const key = `${request.ip} ${username.toLowerCase()}`
    // The address first: one that has used up its attempts adds no names to remember.
    const wait = (await attemptsOfAddress.take(request.ip)) ?? (await attempts.take(key))
    if (wait !== undefined) {
      reply.status(429).header('retry-after', String(wait))
      return again(`Too many attempts. Try again in ${minutes(wait)}.`, username)
    }
    const started = await signIn(ctx, credentials.data)
    if (!started) return again('This user name and password do not belong together.', username)

    await attempts.forget(key)
    await attemptsOfAddress.giveBack(request.ip)
    if (session) await endSession(ctx, session)
    setSessionCookie(reply, config, started.token)
    setCsrfCookie(reply, config, started.csrfToken)
    return reply.redirect('/', 302)
  })

  serve(app, ctx, session.logout, async (_ctx, { session, reply }) => {
    if (session) await endSession(ctx, session)
    clearCookies(reply, config)
    return reply.redirect('/', 302)
  })

  serve(app, ctx, api.signUp, async (_ctx, { request, reply }) => {
    // A person who follows the link gets the page that explains it; a program gets the refusal.
    if (request.headers.accept?.includes('text/html')) {
      return reply.redirect('/error?code=USR', 302)
    }
    throw new AppError('not-available', [
      { code: 'error', detail: 'Accounts are made by the admins here.', attr: null },
    ])
  })

  serve(app, ctx, api.signInCallback, async (_ctx, { reply }) => reply.redirect('/error', 302))
}

/** A signed-in browser keeps the token of its session, whatever its cookie says. */
function knownToken(request: FastifyRequest): string | undefined {
  const cookie = csrfTokenOf(request)
  return (
    request.session?.csrfToken ?? (cookie && /^[\w-]{20,100}$/.test(cookie) ? cookie : undefined)
  )
}

function showPage(
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl'>,
  given: Parameters<typeof drawSignInPage>[0],
): FastifyReply {
  setCsrfCookie(reply, config, given.csrfToken)
  return reply.type('text/html; charset=utf-8').send(drawSignInPage(given))
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}
