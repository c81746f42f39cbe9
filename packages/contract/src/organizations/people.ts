import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/** Clients show their own words for what went wrong, and go by the status. */
const Outcome = z.object({
  status: z.enum(['success', 'failed']),
  message: z.enum(['success', 'failed']),
})

/** How many people one request may be about. */
const peopleAtOnce = 10

const Email = z.string().min(1).max(255)

/** 400 `{status, message}` when nobody has one of the addresses. Bodies of DELETE are read here. */
export const removeMembers = endpoint({
  method: 'DELETE',
  path: '/users/',
  who: 'admin',
  bodySize: 'small',
  body: z.object({ emails: z.array(Email).min(1).max(peopleAtOnce) }),
  reply: Outcome,
})

/** The role by its name or its id, both of `GET roles`: one client sends the one, another the other. */
const RoleOfMember = z.object({ email: Email, role: z.string().min(1).max(255) })

export const changeRole = endpoint({
  method: 'POST',
  path: '/users/role/',
  who: 'admin',
  bodySize: 'small',
  body: RoleOfMember,
  reply: Outcome,
})

/** Who has the role becomes a user again. */
export const takeRole = endpoint({
  method: 'DELETE',
  path: '/users/role/',
  who: 'admin',
  bodySize: 'small',
  body: RoleOfMember,
  reply: Outcome,
})
