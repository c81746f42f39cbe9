import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { evaluateFlag, listFlags } from './session.ts'

export const Member = z.object({
  /** The numeric key as a string. */
  id: z.string(),
  email: z.string(),
  /** Name of the role as `GET roles` has it. */
  role: z.string(),
  is_admin: z.boolean(),
  /** People alone are listed. */
  is_service_account: z.boolean(),
})
export type Member = z.output<typeof Member>

/** Answers 201, not 200. */
export const getOrganization = endpoint({
  method: 'GET',
  path: '/organization',
  who: 'member',
  status: 201,
  reply: z.object({
    message: z.literal('success'),
    organization: z.object({
      name: z.string(),
      display_name: z.string(),
      organization_id: z.string(),
      /** `YYYY-MM-DD HH:MM:SS.ffffff+00:00`, unlike all other times. */
      created_at: z.string(),
    }),
  }),
})

export const listMembers = endpoint({
  method: 'GET',
  path: '/users/',
  who: 'member',
  /** Everybody unless a page is asked for. */
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    page_size: z.coerce.number().int().min(1).max(1000).optional(),
    search: z.string().max(255).optional(),
    ordering: z.enum(['email', '-email', 'role', '-role']).optional(),
  }),
  reply: z.object({
    message: z.literal('success'),
    members: z.array(Member),
    /** Total number over all pages; present in paged lists. */
    count: z.number().int().optional(),
  }),
})

/** Sends the caller a mail to choose a new password by. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset_password',
  who: 'member',
  reply: z.object({ status: z.literal('success'), message: z.string() }),
})

const deprecationOfList = { since: '2026-12-01', successor: listFlags.path } as const
const deprecationOfEvaluation = { since: '2026-12-01', successor: evaluateFlag.path } as const

/** The flags again at the addresses that older clients use: both paths list and both evaluate. */
export const otherFlagLists = [
  endpoint({ ...listFlags, deprecation: deprecationOfList, path: '/evaluate/' }),
  endpoint({
    ...listFlags,
    deprecation: deprecationOfList,
    path: '/api/v1/flags/flags/',
    who: 'session',
  }),
  endpoint({
    ...listFlags,
    deprecation: deprecationOfList,
    path: '/api/v1/flags/evaluate/',
    who: 'session',
  }),
] as const

export const otherFlagEvaluations = [
  endpoint({ ...evaluateFlag, deprecation: deprecationOfEvaluation, path: '/flags/' }),
  endpoint({
    ...evaluateFlag,
    deprecation: deprecationOfEvaluation,
    path: '/api/v1/flags/flags/',
    who: 'session',
  }),
  endpoint({
    ...evaluateFlag,
    deprecation: deprecationOfEvaluation,
    path: '/api/v1/flags/evaluate/',
    who: 'session',
  }),
] as const
