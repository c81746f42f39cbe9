import {
  getSession,
  getUserProfile,
  listFlags,
  listOrganizations,
  lookUpOrganization,
  type SessionReply,
  setOrganization,
} from '@recto/contract/organizations/session'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { setApiOrganization } from '../api/address.ts'
import { Refusal } from '../api/refusal.ts'
import { readAs, send } from '../api/requests.ts'
import { deleteDraftsAfterSignOut, keepDraftsOf } from '../browser/drafts.ts'
import { type Organization, organizationFromWire, userFromWire } from './account.ts'
import { allAdapters } from './adapter.queries.ts'
import { publishEnteredOrganization } from './other-tabs.ts'
import type { SignedIn } from './signed-in.ts'

/** Result of the start-up: a session, or a choice that only the user can make. */
export type Start =
  | { readonly state: 'ready'; readonly signedIn: SignedIn }
  | {
      readonly state: 'choose'
      readonly organizations: readonly Organization[]
      /** Name of the organization that the user was just removed from. */
      readonly left?: string | undefined
    }
  /** The organization is closed to the user until they have set up a second factor. */
  | { readonly state: 'closed' }

/** The account belongs to no organization that it can enter. */
export class NoOrganization extends Error {
  override readonly name = 'NoOrganization'
}

/** The organizations of the account could not be fetched. */
export class OrganizationsUnavailable extends Error {
  override readonly name = 'OrganizationsUnavailable'
}

const unavailableText = 'Organizations not available'

/** The server refuses this session access to the organization. Only a new session helps. */
export class OrganizationRefused extends Error {
  override readonly name = 'OrganizationRefused'
}

/** Runs once per page load. If it fails, the page shows the reason and a way back. */
export const sessionStart = queryOptions<Start>({
  queryKey: ['session', 'start'],
  queryFn: ({ client }) => startSession(client),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

async function startSession(client: QueryClient): Promise<Start> {
  deleteDraftsAfterSignOut()
  const account = await send(getSession, { query: { q: Date.now() } })
  const reply = await fetchOrganizations()
  const organizations = reply.organizations.map(organizationFromWire)
  const [first, ...otherOrganizations] = organizations
  const { organization_id: currentId, left_organization: leftOrganization } = account
  if (!first) throw new NoOrganization(describeNoOrganization(leftOrganization))
  if (account.needs_second_factor) return { state: 'closed' }
  // A user who was removed from an organization is told so, instead of silently entering another
  // one.
  if (!currentId && (otherOrganizations.length > 0 || leftOrganization))
    return { state: 'choose', organizations, left: leftOrganization }

  const session = await enterOrganization(currentId ?? first.id)
  if (session === 'closed') return { state: 'closed' }
  return enterProduct(client, { account, organizations, session })
}

type EnteredSession = {
  readonly account: SessionReply
  readonly organizations: readonly Organization[]
  readonly session: Exclude<Awaited<ReturnType<typeof enterOrganization>>, 'closed'>
}

/** Loads what the pages of an organization need. */
async function enterProduct(
  client: QueryClient,
  { account, organizations, session }: EnteredSession,
): Promise<Start> {
  setApiOrganization(session.organization.organization_id)
  const { user } = await send(getUserProfile, {})
  keepDraftsOf(user.id)
  const role = account.role ?? (await fetchRole())
  await client.fetchQuery(allAdapters)
  const { feature_flags } = await send(listFlags, { query: {} })

  const { name, organization_id: id } = session.organization
  const displayName =
    organizations.find((organization) => organization.id === id)?.displayName ?? name
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
      logEventsId: session.log_events_id,
    },
  }
}

/** Statuses that say why there is no list: a sign-in, a payment, or another identity is needed. */
const explainedStatuses = [401, 402, 412]

async function fetchOrganizations() {
  try {
    return await send(listOrganizations, {})
  } catch (refusal) {
    const isExplained =
      refusal instanceof Refusal &&
      (refusal.kind === 'offline' || explainedStatuses.includes(refusal.status))
    throw isExplained ? refusal : new OrganizationsUnavailable(unavailableText, { cause: refusal })
  }
}

const describeNoOrganization = (leftOrganization: string | undefined) =>
  leftOrganization ? `You are no longer a member of ${leftOrganization}` : unavailableText

/** Whether there is an organization with a name, for addresses of organizations that the user is not in. */
export const organizationExists = (name: string) => ({
  ...readAs(lookUpOrganization, { params: { id: name } }, ({ exists }) => exists),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Returns the role, which is unknown until the session has entered its organization. */
async function fetchRole() {
  return (await send(getSession, { query: { q: Date.now() } })).role
}

const isClosed = (refusal: Refusal): boolean =>
  refusal.failures.some(({ code }) => code === 'second_factor')

/**
 * Enters an organization with the session. Resolves to `closed` if it is closed to the user until they
 * have set up a second factor.
 */
export async function enterOrganization(id: string) {
  try {
    const reply = await send(setOrganization, { params: { id } })
    publishEnteredOrganization(reply.organization.organization_id)
    return reply
  } catch (refusal) {
    if (refusal instanceof Refusal && isClosed(refusal)) return 'closed' as const
    if (refusal instanceof Refusal && refusal.status === 403) {
      throw new OrganizationRefused(`This session is not valid for the organization ${id}.`, {
        cause: refusal,
      })
    }
    throw refusal
  }
}
