import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Organization } from './session.ts'

/** Token of a link in an email. */
const Token = z.string().min(1).max(200)

/** Refusals of one address are told beside the others; 400 `{message}` when there is none at all. */
export const inviteMembers = endpoint({
  method: 'POST',
  path: '/users/invite/',
  who: 'admin',
  body: z.object({
    users: z
      .array(
        z.object({
          email: z.string().max(255),
          /** Name or id of a role; the usual one of members when absent. */
          role: z.string().max(255).nullish(),
        }),
      )
      .max(10)
      .default([]),
  }),
  reply: z.object({
    message: z.array(
      z.object({
        email: z.string(),
        status: z.enum(['success', 'failed']),
        message: z.string(),
        /** Link to pass on manually; present only if no mail server is configured. */
        link: z.string().optional(),
      }),
    ),
  }),
})

/** Those that can still be accepted. */
export const listInvitations = endpoint({
  method: 'GET',
  path: '/invitation/',
  who: 'admin',
  reply: z.object({
    message: z.literal('success'),
    members: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        role: z.string(),
        created_at: z.string(),
        expires_at: z.string(),
      }),
    ),
  }),
})

/** 404 `{status, message}` when there is none. */
export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: '/invitation/:id/',
  who: 'admin',
  status: 204,
  params: z.object({ id: z.string() }),
  reply: z.undefined(),
})

/**
 * Describes the invitation behind a link. Fails with 403 `INF` if it was used, withdrawn or has
 * expired.
 */
export const lookAtInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/invitation/look',
  who: 'anyone',
  bodySize: 'small',
  body: z.object({ token: Token }),
  reply: z.object({
    email: z.string(),
    role: z.string(),
    organization: Organization,
    /** Whether to sign in, or to choose a password. */
    has_account: z.boolean(),
    expires_at: z.string(),
  }),
})

/**
 * Makes the invited person a member and puts the session into the organization. 403 `IDM` for whoever is
 * signed in with another address, `sign_in` for whoever has an account and is not.
 */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/invitation/accept',
  who: 'anyone',
  bodySize: 'small',
  body: z.object({ token: Token, password: z.string().min(1).max(256).optional() }),
  reply: z.object({ state: z.literal('joined'), organization: Organization }),
})
