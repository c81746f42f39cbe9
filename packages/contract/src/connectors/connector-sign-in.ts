import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/**
 * Identity provider of the account that a connector signs in with, by the name that clients use.
 */
const Backend = z.object({ backend: z.string().min(1).max(100) })

/** Returns an opaque key that identifies the sign-in until its connector is saved. */
export const getSignInKey = endpoint({
  method: 'GET',
  path: '/api/v1/oauth/cache-key/:backend',
  who: 'session',
  changesState: true,
  acceptsPlatformKey: true,
  params: Backend,
  reply: z.object({ cache_key: z.string() }),
})

/** Leads to the service. Open it in a window of its own. */
export const startConnectorSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/oauth/login/:backend',
  who: 'session',
  status: 302,
  params: Backend,
  query: z.object({ 'oauth-key': z.string().min(1).max(500) }),
  reply: z.undefined(),
})

/**
 * The callback that the service redirects to; it redirects on to `/oauth-status/?status=success` or
 * `error`.
 */
export const finishConnectorSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/oauth/complete/:backend',
  who: 'session',
  status: 302,
  params: Backend,
  query: z.looseObject({ state: z.string().max(2000).optional() }),
  reply: z.undefined(),
})
