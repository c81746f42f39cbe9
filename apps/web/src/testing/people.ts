import {
  type AdapterListItem,
  listAdapters,
  listLocalAdapters,
} from '@recto/contract/adapters/adapters'
import {
  getSession,
  getUserProfile,
  listFlags,
  listOrganizations,
  listPanelLogs,
  lookUpOrganization,
  type Organization,
  setOrganization,
  storePanelLog,
  type UserProfile,
} from '@recto/contract/organizations/session'
import { listProjects } from '@recto/contract/prompt-studio/prompt-studio'
import { organizationFromWire, userFromWire } from '../shared/session/account.ts'
import type { SignedIn } from '../shared/session/signed-in.ts'
import { answer } from './fake-server.ts'

export const ana: UserProfile = {
  id: '7',
  email: 'ana@acme.test',
  name: 'ana',
  display_name: 'Ana Lima',
  family_name: null,
  picture: null,
  is_admin: true,
  login_onboarding_message_displayed: true,
  prompt_onboarding_message_displayed: true,
}

export const acme: Organization = { id: 'acme', name: 'acme', display_name: 'Acme' }

/** Ana, an admin of Acme, as the start-up sequence would leave her. */
export const anaAtAcme: SignedIn = {
  user: userFromWire(ana),
  role: 'admin',
  provider: '',
  isPlatformAdmin: false,
  organization: organizationFromWire(acme),
  organizations: [organizationFromWire(acme)],
  flags: {},
  logEventsId: 'channel-of-ana',
}

/** Ben, who is no admin of Acme and has made nothing there. */
export const benAtAcme: SignedIn = {
  ...anaAtAcme,
  user: { ...anaAtAcme.user, id: '8', email: 'ben@acme.test', isAdmin: false },
  role: 'user',
}

const types = ['LLM', 'VECTOR_DB', 'EMBEDDING', 'X2TEXT'] as const

/** One adapter of each type that extraction needs. */
export const fullSetUp: readonly AdapterListItem[] = types.map((adapter_type, place) => ({
  id: `00000000-0000-4000-8000-00000000000${place}`,
  adapter_id: 'recto-builtin|6e2c4dba-3c0b-4d6e-9d52-2d1f0f5b7c11',
  adapter_name: `Built-in ${adapter_type}`,
  adapter_type,
  created_by: 7,
  description: null,
  icon: '/api/v1/static/icons/adapter-icons/built-in-store.svg',
  created_by_email: 'ana@acme.test',
}))

type Start = {
  readonly organizations?: readonly Organization[]
  readonly organizationId?: string | null
  readonly adapters?: readonly AdapterListItem[]
  readonly flags?: Record<string, boolean>
}

/** The answers of the start-up sequence for Ana. */
export function startUpAnswers({
  organizations = [acme],
  organizationId = null,
  adapters = fullSetUp,
  flags = {},
}: Start = {}) {
  return [
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: ana.email,
      organization_id: organizationId,
      role: organizationId && 'admin',
      provider: '',
    })),
    answer(listOrganizations, () => ({
      message: 'success' as const,
      organizations: [...organizations],
    })),
    answer(lookUpOrganization, ({ params }) => ({
      exists: organizations.some(({ id }) => id === params.id),
    })),
    answer(setOrganization, ({ params }) => ({
      is_new_org: false,
      user: ana,
      organization: { name: params.id, organization_id: params.id },
      log_events_id: 'channel-of-ana',
    })),
    answer(getUserProfile, () => ({ user: ana })),
    answer(listAdapters, ({ query }) =>
      adapters.filter(
        (adapter) =>
          query.adapter_type === undefined || adapter.adapter_type === query.adapter_type,
      ),
    ),
    answer(listLocalAdapters, () => []),
    answer(listFlags, () => ({ feature_flags: { flags } })),
    answer(listPanelLogs, () => ({ data: [] })),
    answer(storePanelLog, () => ({ message: 'Log stored.' })),
    // The start ends at the list of projects, which asks for them.
    answer(listProjects, () => []),
  ]
}
