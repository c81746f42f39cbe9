import { z } from 'zod'
import { endpoint, type textBases } from '../wire/endpoint.ts'

/** The signed-in user as the session knows them; organization and role are null until one is set. */
export const SessionReply = z.object({
  id: z.number().int(),
  user_id: z.string(),
  email: z.string(),
  organization_id: z.string().nullable(),
  role: z.string().nullable(),
  /** Empty, or the identity provider that says who belongs to the organization: its people are changed there. */
  provider: z.string(),
  /** Looks after the installation, and may make organizations for others. */
  is_platform_admin: z.boolean().optional(),
  /** Name of the organization that the user was just taken out of, until another one is set. */
  left_organization: z.string().optional(),
  /** The organization of the session is closed to the user until they have set up a second factor. */
  needs_second_factor: z.boolean().optional(),
})
export type SessionReply = z.output<typeof SessionReply>

export const Organization = z.object({
  id: z.string(),
  display_name: z.string(),
  /** First segment of every page address: never contains a slash. */
  name: z.string(),
})
export type Organization = z.output<typeof Organization>

const UserNames = z.object({
  /** The numeric key as a string, unlike in resource bodies. */
  id: z.string(),
  email: z.string(),
  name: z.string(),
  display_name: z.string(),
  family_name: z.string().nullable(),
  picture: z.string().nullable(),
})

export const UserProfile = UserNames.extend({
  is_admin: z.boolean(),
  login_onboarding_message_displayed: z.boolean(),
  prompt_onboarding_message_displayed: z.boolean(),
})
export type UserProfile = z.output<typeof UserProfile>

const AssignableRole = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
})

/** Answers 201, not 200. `q` only defeats caches. */
export const getSession = endpoint({
  method: 'GET',
  path: '/api/v1/session',
  who: 'session',
  status: 201,
  query: z.object({ q: z.coerce.string().optional() }),
  reply: SessionReply,
})

/** Also sets the cookie `csrftoken` when the request had none. */
export const listOrganizations = endpoint({
  method: 'GET',
  path: '/api/v1/organization',
  who: 'session',
  reply: z.object({ message: z.literal('success'), organizations: z.array(Organization) }),
})

/**
 * Chooses the organization of this session. No organization-scoped call works before it. 403 with the code
 * `second_factor` if the organization is closed to the user until they have set up a second factor.
 */
export const setOrganization = endpoint({
  method: 'POST',
  path: '/api/v1/organization/:id/set',
  who: 'session',
  params: z.object({ id: z.string().min(1) }),
  reply: z.object({
    is_new_org: z.boolean(),
    user: UserNames,
    organization: z.object({ name: z.string(), organization_id: z.string() }),
    /** The channel of the logs panel. */
    log_events_id: z.string(),
  }),
})

/**
 * Whether there is an organization with this id, so that pages can tell an address of another
 * organization from one that leads nowhere. Answers only so often, because names can be guessed.
 */
export const lookUpOrganization = endpoint({
  method: 'GET',
  path: '/api/v1/organization/:id',
  who: 'session',
  params: z.object({ id: z.string().min(1) }),
  reply: z.object({ exists: z.boolean() }),
})

/** Works with or without a session and answers 302 to the web application. Navigate to it. */
export const logout = endpoint({
  method: 'GET',
  path: '/api/v1/logout',
  who: 'anyone',
  changesState: true,
  status: 302,
  reply: z.undefined(),
})

export const getRole = endpoint({
  method: 'GET',
  path: '/api/v1/get_role',
  who: 'session',
  reply: z.object({ is_admin: z.boolean() }),
})

export const getUserProfile = endpoint({
  method: 'GET',
  path: '/users/profile/',
  who: 'member',
  reply: z.object({ user: UserProfile }),
})

/** Writes the onboarding marks. Reading calls them `…_onboarding_message_displayed`. */
export const updateUserProfile = endpoint({
  method: 'PUT',
  path: '/users/profile/',
  who: 'member',
  body: z.object({
    is_login_onboarding_msg: z.boolean(),
    is_prompt_studio_onboarding_msg: z.boolean(),
  }),
  reply: z.object({ status: z.literal('success'), message: z.literal('success') }),
})

/** Whether the member has begun: until then the pages show a card to begin with. Always so without subscriptions. */
const OnboardingStatus = z.object({ is_subscribed: z.boolean() })
const onboardingPath = '/subscription/onboarding-status/'

export const getOnboardingStatus = endpoint({
  method: 'GET',
  path: onboardingPath,
  who: 'member',
  reply: OnboardingStatus,
})

/** Clients of one product POST, those of another PUT. */
export const beginOnboarding = endpoint({
  method: 'POST',
  path: onboardingPath,
  who: 'member',
  reply: OnboardingStatus,
})

export const putOnboardingStatus = endpoint({
  method: 'PUT',
  path: onboardingPath,
  who: 'member',
  reply: OnboardingStatus,
})

const ofTextProduct = (product: (typeof textBases)[number]) => ({
  read: endpoint({ ...getOnboardingStatus, product }),
  begin: endpoint({ ...putOnboardingStatus, product }),
  post: endpoint({ ...beginOnboarding, product }),
})

/** The same below the base of the text-extraction product, whose pages PUT. */
export const textProductOnboardings = [
  ofTextProduct('llmwhisperer'),
  ofTextProduct('llm-whisperer'),
] as const

/**
 * The entries of the logs panel that are kept for this session, oldest first: messages of its channel of type
 * LOG, and what its pages have sent. Every page of older clients asks for them first.
 */
export const listPanelLogs = endpoint({
  method: 'GET',
  path: '/logs/',
  who: 'member',
  reply: z.object({ data: z.array(z.record(z.string(), z.unknown())) }),
})

/** Keeps what a page has told its user, as JSON text. It comes back word for word, with a timestamp if it had none. */
export const storePanelLog = endpoint({
  method: 'POST',
  path: '/logs/',
  who: 'member',
  body: z.object({ log: z.string('This field is required.') }),
  reply: z.object({ message: z.string() }),
})

/** The assignable roles, under the key `members`. Ids and names are both accepted where a role is sent. */
export const listRoles = endpoint({
  method: 'GET',
  path: '/roles',
  who: 'member',
  reply: z.object({ message: z.literal('success'), members: z.array(AssignableRole) }),
})

export const listFlags = endpoint({
  method: 'GET',
  path: '/flags/',
  who: 'member',
  query: z.object({ namespace: z.string().default('default') }),
  reply: z.object({
    feature_flags: z.object({
      flags: z.record(z.string(), z.boolean()).optional(),
      total_count: z.number().int().optional(),
    }),
  }),
})

export const evaluateFlag = endpoint({
  method: 'POST',
  path: '/evaluate/',
  who: 'member',
  /** Without a key the refusal is 400 `{message}`, not the standard body. */
  body: z.object({ flag_key: z.string().optional() }),
  reply: z.object({ flag_status: z.boolean() }),
})
