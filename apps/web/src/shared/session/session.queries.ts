import {
  getProfile,
  getSession,
  listFlags,
  listOrganizations,
  setOrganization,
} from '@recto/contract/session'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { talkTo } from '../api/address.ts'
import { send } from '../api/ask.ts'
import { Refusal } from '../api/refusal.ts'
import { type Organization, organizationFromWire, userFromWire } from './account.ts'
import { allAdapters } from './adapter.queries.ts'
import { tellEntered } from './other-tabs.ts'
import type { SignedIn } from './signed-in.ts'

/** What a page load comes to: a session, or a choice that only the user can make. */
export type Start =
  | { readonly state: 'ready'; readonly signedIn: SignedIn }
  | {
      readonly state: 'choose'
      readonly organizations: readonly Organization[]
      /** Name of the organization that the user was just taken out of. */
      readonly left?: string | undefined
    }

/** The account belongs to no organization that it could enter. */
export class NoOrganization extends Error {
  override readonly name = 'NoOrganization'
}

/** The server will not let this session into the organization. Only a new session helps. */
export class OrganizationRefused extends Error {
  override readonly name = 'OrganizationRefused'
}

/** One attempt for each page load: whatever refuses, the page says so and offers the way back. */
export const sessionStart = queryOptions<Start>({
  queryKey: ['session', 'start'],
  queryFn: ({ client }) => startSession(client),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

async function startSession(client: QueryClient): Promise<Start> {
  const account = await send(getSession, { query: { q: Date.now() } })
  const listed = await send(listOrganizations, {})
  const organizations = listed.organizations.map(organizationFromWire)
  const [first, ...others] = organizations
  const { organization_id: present, left_organization: left } = account
  if (!first) throw new NoOrganization(wordsForNone(left))
  // Who was taken out of one is told so, and not just found in another.
  if (!present && (others.length > 0 || left)) return { state: 'choose', organizations, left }

  const entered = await enterOrganization(present ?? first.id)
  talkTo(entered.organization.organization_id)
  const { user } = await send(getProfile, {})
  const role = account.role ?? (await roleOnceInside())
  await client.fetchQuery(allAdapters)
  const { feature_flags } = await send(listFlags, { query: {} })

  const { name, organization_id: id } = entered.organization
  const displayName = organizations.find((it) => it.id === id)?.displayName ?? name
  return {
    state: 'ready',
    signedIn: {
      user: userFromWire(user),
      role: role ?? undefined,
      provider: account.provider,
      isPlatformAdmin: account.is_platform_admin ?? false,
      organization: { id, name, displayName },
      organizations,
      flags: feature_flags.flags ?? {},
      logEventsId: entered.log_events_id,
    },
  }
}

const wordsForNone = (left: string | undefined) =>
  left ? `You are no longer a member of ${left}` : 'Organizations not available'

/** A session that has just entered its organization knew no role before. */
async function roleOnceInside() {
  return (await send(getSession, { query: { q: Date.now() } })).role
}

/** Chooses the organization of the session. */
export async function enterOrganization(id: string) {
  try {
    const entered = await send(setOrganization, { params: { id } })
    tellEntered(entered.organization.organization_id)
    return entered
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.status === 403) {
      throw new OrganizationRefused(`The organization ${id} refused this session.`, {
        cause: refusal,
      })
    }
    throw refusal
  }
}
