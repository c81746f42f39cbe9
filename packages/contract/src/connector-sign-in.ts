import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** As the clients name those whose accounts a connector may be signed in with. */
const Backend = z.object({ backend: z.string().min(1).max(100) })

/** What the sign-in is known by until its connector is saved; opaque. */
export const getSignInKey = endpoint({
  method: 'GET',
  path: '/api/v1/oauth/cache-key/:backend',
  who: 'session',
  changesState: true,
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

/** Where the service sends the window back to; leads on to `/oauth-status/?status=success` or `error`. */
export const finishConnectorSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/oauth/complete/:backend',
  who: 'session',
  status: 302,
  params: Backend,
  query: z.looseObject({ state: z.string().max(2000).optional() }),
  reply: z.undefined(),
})
