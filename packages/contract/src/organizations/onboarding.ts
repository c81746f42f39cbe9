import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { nameText } from '../wire/names.ts'

/**
 * Makes an organization for somebody else, who is invited to be its admin; until they are in, whoever asks
 * is. For platform administrators.
 */
export const onboardUser = endpoint({
  method: 'POST',
  path: '/api/v1/onboard_user',
  who: 'session',
  status: 201,
  bodySize: 'small',
  body: z.object({
    org_name: nameText(150),
    invitee_email: z.string().trim().min(1).max(255),
  }),
  reply: z.object({
    message: z.literal('success'),
    organization_id: z.string(),
    /** Link to pass on manually; present only if no mail server is configured. */
    link: z.string().optional(),
  }),
})
