import { signIn } from '@recto/contract/organizations/sign-in'
import { textBases, textServiceBase } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { findEndpointsAtPath } from '../../../platform/http/endpoint-pattern.ts'
import { sendNotFoundOrMethodNotAllowed } from '../../../platform/http/method-not-allowed.ts'
import { getPath, isBelow } from '../../../platform/http/not-found.ts'
import { getRequestEndpoint } from '../../../platform/http/request.ts'
import { isOwnOrigin } from '../../../platform/is-own-origin.ts'
import type { Session } from '../../../platform/session.ts'
import { sessionTokenOf } from '../sign-in/cookies.ts'
import { secondFactorText } from '../sign-in/set-organization.ts'
import { showRefusedForm } from '../sign-in/sign-in.routes.ts'
import { findSession } from '../sign-in/start-session.ts'
import { bearerOf, findKeySession } from './find-key-session.ts'
import { findMissingChoice } from './find-missing-choice.ts'
import { isMeantByPages, refuseForgedWrite } from './refuse-forged-write.ts'

/** Paths below these need no session, whether or not a route exists there. */
const openPrefixes = [
  '/api/v1/login',
  '/api/v1/home',
  '/api/v1/callback',
  '/api/v1/favicon.ico',
  '/api/v1/logout',
  '/api/v1/signup',
  '/api/v1/static',
  '/deployment',
  '/health',
  '/ready',
]

/**
 * Guards every route: checks who is asking, in which organization, and that the request was not
 * forged by another site. Routes for deployment keys do their own checks, and paths outside the API
 * belong to the web application.
 */
export function guardRequests(app: FastifyInstance, ctx: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    if (getRequestEndpoint(request)?.who === 'key' || isWebFile(request)) return
    // Before the body is parsed, which may be anything.
    if (isGapWithoutSession(app, ctx, request))
      return sendNotFoundOrMethodNotAllowed(app, ctx.config, { request, reply })
    const refusal = await authenticateRequest(ctx, request)
    if (!refusal) return
    const { status, message } = refusal
    const code = status === 403 ? await findMissingChoice(ctx, request.session) : undefined
    return reply.status(status).send({ message, ...omitUndefined({ code }) })
  })

  // After the body was parsed, because forms carry the CSRF token in a field.
  app.addHook('preValidation', async (request, reply) => {
    if (getRequestEndpoint(request)?.who === 'key') return
    try {
      refuseForgedWrite(request, ctx.config)
    } catch (error) {
      if (!(error instanceof AppError) || !isSignInForm(request)) throw error
      return showRefusedForm(ctx, request, reply, explainRefusal(ctx, request, error))
    }
  })
}

/** Whether a browser posted the form and shows the reply as a page. */
const isSignInForm = (request: FastifyRequest): boolean =>
  getRequestEndpoint(request) === signIn && request.headers.accept?.includes('text/html') === true

/** Names both addresses where they differ: usually a proxy replaced the one that people use. */
function explainRefusal(
  { config }: Pick<Context, 'config'>,
  { headers }: FastifyRequest,
  error: AppError,
): string {
  if (isOwnOrigin(headers, config)) return error.message
  const origin = URL.parse(headers.origin ?? headers.referer ?? '')?.host ?? 'an unknown address'
  const host = headers.host ?? 'an unknown address'
  return `You opened this page at ${origin}, but the server received the form for ${host}. If a proxy is between them, an administrator must set RECTO_PUBLIC_URL to the address that you use, or let the proxy send its Host header.`
}

/** Sets the session of the request, and returns why the request is refused, if it is. */
async function authenticateRequest(
  ctx: Context,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  const caller = await findCaller(ctx, request)
  if (caller && 'status' in caller) return caller
  request.session = caller && withPlace(caller, request)
  return findRefusal(request, ctx.config.productId)
}

/**
 * Finds the session by the platform API key, which works only on paths of an organization and few
 * others, or else by the cookie.
 */
async function findCaller(
  ctx: Context,
  request: FastifyRequest,
): Promise<Session | Refusal | null> {
  const slug = organizationOf(request, ctx.config.productId)
  const endpoint = getRequestEndpoint(request)
  const isOpenToKeys = slug !== undefined || endpoint?.acceptsPlatformKey === true
  const key = isOpenToKeys ? bearerOf(request.headers) : undefined
  if (key !== undefined) {
    const { method } = request
    return findKeySession(ctx, { key, method, slug, endpoint })
  }
  const token = sessionTokenOf(request)
  return token ? ((await findSession(ctx, token)) ?? null) : null
}

/** Adds where the request comes from, which the audit log records with every change. */
function withPlace(session: Session, { ip, headers }: FastifyRequest): Session {
  const { actor, keyName } = session
  const place = { address: ip, browser: headers['user-agent'] ?? '', ...omitUndefined({ keyName }) }
  return { ...session, place, actor: actor && { ...actor, place } }
}

type Refusal = { readonly status: 401 | 403; readonly message: string }

function findRefusal(request: FastifyRequest, productId: string): Refusal | undefined {
  const { session } = request
  // Clients compare this text.
  if (!session && !isOpen(request)) return { status: 401, message: 'Unauthorized' }
  const slug = organizationOf(request, productId)
  if (slug !== undefined && session?.needsSecondFactor) {
    return { status: 403, message: secondFactorText }
  }
  if (slug !== undefined && session?.actor?.organization.slug !== slug) {
    const message = 'You are signed in to a different organization. Select this one first.'
    return { status: 403, message }
  }
  if (getRequestEndpoint(request)?.changesState && !isMeantByPages(request)) {
    return { status: 403, message: 'Requests from other sites are not allowed.' }
  }
  return undefined
}

/**
 * Whether a path without a route can be answered with 404 or 405 without a session: the paths and
 * methods that need none are no secret.
 */
function isGapWithoutSession(
  app: FastifyInstance,
  { config }: Pick<Context, 'config'>,
  request: FastifyRequest,
): boolean {
  if (getRequestEndpoint(request) || isOpen(request)) return false
  const path = getPath(request)
  // Clients of other services send a key. A refusal of it would be wrong, because nothing is there.
  if (hasKeyOnly(request) && organizationOf(request, config.productId) === undefined) return true
  const endpointsAtPath = findEndpointsAtPath(app, config, path)
  if (endpointsAtPath.length === 0) return isBelow(path, textServiceBase)
  return endpointsAtPath.every(({ who: audience }) => audience === 'key' || audience === 'anyone')
}

/** Whether a program asks, which sends a key and has no session. */
const hasKeyOnly = (request: FastifyRequest): boolean =>
  request.headers.authorization !== undefined && sessionTokenOf(request) === undefined

function isWebFile(request: FastifyRequest): boolean {
  return !getRequestEndpoint(request) && !isBelow(getPath(request), '/api')
}

function isOpen(request: FastifyRequest): boolean {
  const endpoint = getRequestEndpoint(request)
  if (endpoint) return endpoint.who === 'anyone'
  return openPrefixes.some((prefix) => isBelow(getPath(request), prefix))
}

/**
 * Returns the slug of the organization that a path is about, also when no route exists there, so
 * that the reply does not reveal which routes exist.
 */
function organizationOf(request: FastifyRequest, productId: string): string | undefined {
  const endpoint = getRequestEndpoint(request)
  if (endpoint) {
    const isScoped = endpoint.who === 'member' || endpoint.who === 'admin'
    return isScoped ? (request.params as { org: string }).org : undefined
  }
  const [, , , product, organization] = getPath(request).split('/')
  const isBase = product === productId || textBases.some((base) => base === product)
  return isBase ? organization : undefined
}
