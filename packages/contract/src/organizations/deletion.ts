import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { visibleText } from '../wire/names.ts'
import { Confirmation } from './second-factor.ts'

const Deletion = z.object({
  /** The time from which the deletion cannot be undone; null if none was requested. */
  deletes_at: z.string().nullable(),
  /** Days for which a deletion can be undone. */
  days: z.number().int(),
})

const path = '/organization/deletion'

export const getOrganizationDeletion = endpoint({
  method: 'GET',
  path,
  who: 'admin',
  reply: Deletion,
})

/**
 * Requests the deletion of the organization with everything in it. 400 names `name` unless it is the name
 * of the organization, and 409 if it still has a subscription.
 */
export const requestOrganizationDeletion = endpoint({
  method: 'POST',
  path,
  who: 'admin',
  bodySize: 'small',
  body: Confirmation.extend({ name: z.string().max(200).check(visibleText) }),
  reply: Deletion,
})

/** 409 once the organization is being deleted. */
export const undoOrganizationDeletion = endpoint({
  method: 'DELETE',
  path,
  who: 'admin',
  status: 204,
  reply: z.undefined(),
})

const AccountDeletion = Deletion.extend({
  /** Names of organizations that need another admin first, or have to be deleted. */
  only_admin_of: z.array(z.string()),
})

const accountPath = '/api/v1/account/deletion'

export const getAccountDeletion = endpoint({
  method: 'GET',
  path: accountPath,
  who: 'session',
  reply: AccountDeletion,
})

/** Requests the deletion of one's own account. 409 if it is the only admin of an organization. */
export const requestAccountDeletion = endpoint({
  method: 'POST',
  path: accountPath,
  who: 'session',
  bodySize: 'small',
  body: Confirmation,
  reply: AccountDeletion,
})

/** 409 once the account has been deleted. */
export const undoAccountDeletion = endpoint({
  method: 'DELETE',
  path: accountPath,
  who: 'session',
  status: 204,
  reply: z.undefined(),
})
