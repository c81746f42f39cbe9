import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { nameText, visibleText } from '../wire/names.ts'
import { Organization } from './session.ts'

/** The regions in which an installation can be hosted; which host is whose, its settings say. */
export const regions = [
  { id: 'us-central', name: 'US' },
  { id: 'eu-west', name: 'EU' },
] as const

export const accessCodes = [
  'IDM',
  'IDV',
  'INF',
  'UMM',
  'USF',
  'USR',
  'INE001',
  'INE002',
  'INS',
] as const

/**
 * Reason for refusing access, as shown by the page `/error`. A refusal carries it as its error
 * code.
 */
export type AccessCode = (typeof accessCodes)[number]

const Address = z.string().trim().min(1).max(254)
const Password = z.string().min(1).max(256)
/** One-time token of a link in an email. */
const Token = z.string().min(1).max(200)

const Entered = z.object({
  /** `confirm`: nothing is made before the link in a mail was followed. */
  state: z.enum(['signed_in', 'confirm']),
  organization: Organization.nullable(),
})

/** Tells the pages which ways of signing in are available. */
export const getAccess = endpoint({
  method: 'GET',
  path: '/api/v1/access',
  who: 'anyone',
  reply: z.object({
    sign_up: z.enum(['open', 'invited', 'off']),
    /** Whether the address of a new account is confirmed by mail. */
    confirms_mail: z.boolean(),
    /**
     * False if no mail server is configured; mails are then written to a folder of the
     * installation.
     */
    sends_mail: z.boolean(),
    /** Navigate to its path. */
    single_sign_on: z.object({ name: z.string(), path: z.string() }).nullable(),
    regions: z.array(z.object({ id: z.string(), name: z.string(), host: z.string().nullable() })),
    /** Whether the product can be tried without an account. */
    has_simple_studio: z.boolean().optional(),
    /** Whether new organizations start with a free trial. */
    has_trial: z.boolean().optional(),
  }),
})

/**
 * Makes an account with an organization of its own, and signs in. 201; 202 when the address is to be
 * confirmed first. 400 at its field, 403 with a code of access.
 */
export const makeAccount = endpoint({
  method: 'POST',
  path: '/api/v1/signup',
  who: 'anyone',
  status: 201,
  bodySize: 'small',
  body: z.object({
    email: Address,
    password: Password,
    organization_name: z.string().trim().max(150).check(visibleText).optional(),
  }),
  reply: Entered,
})

/** 403 `INF` when the link was used or is too old. */
export const confirmAccount = endpoint({
  method: 'POST',
  path: '/api/v1/signup/confirm',
  who: 'anyone',
  status: 201,
  bodySize: 'small',
  body: z.object({ token: Token }),
  reply: Entered,
})

/** Replies alike whether there is such an account or not. */
export const forgetPassword = endpoint({
  method: 'POST',
  path: '/api/v1/password/forgotten',
  who: 'anyone',
  status: 202,
  bodySize: 'small',
  body: z.object({ email: Address }),
  reply: z.object({ message: z.string() }),
})

/** Ends all sessions of the account. 403 `INF` when the link was used or is too old. */
export const renewPassword = endpoint({
  method: 'POST',
  path: '/api/v1/password/reset',
  who: 'anyone',
  status: 204,
  bodySize: 'small',
  body: z.object({ token: Token, new_password: Password }),
  reply: z.undefined(),
})

/** Leads to the identity provider. Navigate to it; `next` is where to go afterwards. */
export const startOutsideSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/login/outside',
  who: 'anyone',
  status: 302,
  query: z.object({ next: z.string().max(2000).optional() }),
  reply: z.undefined(),
})

/** Makes a further organization of one's own. */
export const createOrganization = endpoint({
  method: 'POST',
  path: '/api/v1/organization/create',
  who: 'session',
  status: 201,
  body: z.object({
    name: nameText(150),
    display_name: nameText(150),
    organization_id: z
      .string()
      .max(30)
      .regex(/^[a-z0-9][a-z0-9_-]*$/, 'Only lower-case letters, digits, - and _ are allowed.'),
  }),
  reply: z.object({
    message: z.literal('success'),
    tenant: z.object({
      name: z.string(),
      display_name: z.string(),
      organization_id: z.string(),
      created_at: z.string(),
    }),
  }),
})
