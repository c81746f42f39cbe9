import * as api from '@recto/contract/organizations/sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import { clearSecondStepCookie, secondStepTokenOf, setCsrfCookie } from './cookies.ts'
import { placeOf, replaceSession } from './enter.ts'
import { nextPage } from './next-page.ts'
import { finishSecondStep, type SecondStepOutcome } from './second-step.ts'
import { renderSecondStepPage, type SecondStepPage } from './second-step-page.ts'
import { reusableCsrfToken, span } from './sign-in.routes.ts'
import { randomToken } from './start-session.ts'

const eventOf = {
  wait: 'sign-in-slowed-down',
  wrong: 'sign-in-failed',
  started: 'signed-in',
} as const

const Code = z.string().trim().min(1).max(60)

/** Routes for the second step of a sign-in: pages that a browser navigates to. */
export function secondStepRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.showSecondStep, async ({ config }, { query, request, reply }) => {
    const next = nextPage(query.next)
    if (!secondStepTokenOf(request)) return redirectToStart(reply, next)
    return showPage(reply, config, {
      csrfToken: reusableCsrfToken(request) ?? randomToken(),
      next,
    })
  })

  registerEndpoint(app, ctx, api.submitSecondStep, async (ctx, { body, request, reply }) => {
    const { config } = ctx
    const next = nextPage(body.next)
    const csrfToken = reusableCsrfToken(request) ?? randomToken()
    const showAgain = (problem: string) => showPage(reply, config, { csrfToken, next, problem })
    const token = secondStepTokenOf(request)
    if (!token) return redirectToStart(reply, next)
    // Whatever is no code is a wrong one.
    const code = Code.safeParse(body.code).data ?? ''
    const outcome = await finishSecondStep(ctx, { token, code, place: placeOf(request) })
    logOutcome(ctx, request, outcome)
    if (outcome.state === 'started') {
      clearSecondStepCookie(reply, config)
      await replaceSession(ctx, { request, reply }, outcome.session)
      return reply.redirect(next, 302)
    }
    if (outcome.state === 'wrong') {
      return showAgain('This code is wrong, or it has been used. Wait for the next one.')
    }
    if (outcome.state === 'wait') {
      reply.status(429).header('retry-after', String(outcome.seconds))
      return showAgain(`Too many attempts. Try again in ${span(outcome.seconds)}.`)
    }
    clearSecondStepCookie(reply, config)
    return redirectToStart(reply, next)
  })
}

function logOutcome(
  { log }: Context,
  { ip: address, id: requestId }: FastifyRequest,
  outcome: SecondStepOutcome,
): void {
  if (outcome.state === 'expired') return
  const { userId } = outcome
  logSecurityEvent(log, eventOf[outcome.state], { userId, address, requestId })
}

const redirectToStart = (reply: FastifyReply, next: string): FastifyReply =>
  reply.redirect(`${api.showSignIn.path}?next=${encodeURIComponent(next)}`, 302)

function showPage(
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl' | 'sessionHours'>,
  page: SecondStepPage,
): FastifyReply {
  setCsrfCookie(reply, config, page.csrfToken)
  return reply.type('text/html; charset=utf-8').send(renderSecondStepPage(page))
}
