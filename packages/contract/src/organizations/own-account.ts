import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

const OwnSessionReply = z.object({
  id: z.string(),
  created_at: z.string(),
  /** Rounded to the minute. */
  seen_at: z.string(),
  address: z.string(),
  /** User agent of the browser; may be empty. */
  browser: z.string(),
  /** The one that asks. */
  is_current: z.boolean(),
})
export type OwnSessionReply = z.output<typeof OwnSessionReply>

/** Lists the user's sessions, most recently used first. */
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
