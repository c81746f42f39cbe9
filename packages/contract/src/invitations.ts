import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
        /** To be handed over by hand: only where no mail server is configured. */
        link: z.string().optional(),
      }),
    ),
  }),
})
