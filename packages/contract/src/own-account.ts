import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const OwnSessionReply = z.object({
  id: z.string(),
  created_at: z.string(),
  /** To the minute. */
  seen_at: z.string(),
  address: z.string(),
  /** How the browser names itself; empty when it does not. */
  browser: z.string(),
  /** The one that asks. */
  is_current: z.boolean(),
})
export type OwnSessionReply = z.output<typeof OwnSessionReply>

/** Where the user is signed in, the last used session first. */
export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/v1/sessions/',
  who: 'session',
  reply: z.array(OwnSessionReply),
})

/** Ends all sessions of the user but the one that asks. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/sessions/',
  who: 'session',
  status: 204,
  reply: z.undefined(),
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/sessions/:id/',
  who: 'session',
  status: 204,
  params: z.object({ id: z.uuid() }),
  reply: z.undefined(),
})

/**
 * Changes the user's own password and ends all other sessions. 400 names `current_password` when that is
 * wrong, `new_password` when nobody may have it; 429 after too many wrong ones.
 */
export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/api/v1/password/',
  who: 'session',
  status: 204,
  body: z.object({
    current_password: z.string().min(1).max(256),
    new_password: z.string().min(1).max(256),
  }),
  reply: z.undefined(),
})
