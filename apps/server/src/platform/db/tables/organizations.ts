import type { Role } from '@recto/contract/policy'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { z } from 'zod'

type JSONType = z.core.util.JSONType

type Values = ColumnType<Record<string, JSONType> | null, string | null, never>
type Time = ColumnType<Date, Date | string | undefined, Date | string>

type SessionMessageBody = { readonly [key: string]: unknown }

export type OrganizationTables = {
  organization: {
    /** The numeric key that resource bodies carry. */
    id: GeneratedAlways<number>
    /** The id in paths. */
    slug: string
    name: string
    display_name: string
    /** Those of visitors hold one project of the simple studio, and are removed with it. */
    kind: Generated<'members' | 'visitors'>
    /** Only admins make what costs money, and what reaches outside. */
    restrict_llm_adapter_creation: Generated<boolean>
    restrict_connector_creation: Generated<boolean>
    created_at: Time
    modified_at: Time
  }
  user_account: {
    id: GeneratedAlways<number>
    username: string
    email: string
    password_hash: string | null
    created_at: Time
    modified_at: Time
    /** Whether whoever made the account has shown that the address is theirs. */
    is_address_proved: Generated<boolean>
  }
  member: {
    id: GeneratedAlways<number>
    organization_id: number
    user_id: number
    /** Stored by these names, and presented as the contract wants them. */
    role: Role
    login_onboarding_shown: Generated<boolean>
    prompt_onboarding_shown: Generated<boolean>
    /** Acts for a key, and is nobody. */
    is_service: Generated<boolean>
    /** Whether the member has begun the trial, where there is one. */
    is_subscribed: Generated<boolean>
    created_at: Time
  }
  member_group: {
    id: GeneratedAlways<number>
    organization_id: number
    name: string
    description: Generated<string>
    created_by: number | null
    created_at: Time
    modified_at: Time
  }
  group_member: {
    organization_id: number
    group_id: number
    user_id: number
    joined_at: Time
  }
  /** What admins and owners have changed. */
  audit_entry: {
    id: GeneratedAlways<string>
    organization_id: number
    made_at: Time
    user_id: number | null
    actor_email: string
    action: string
    subject_type: string
    subject_id: string
    subject_name: string
    before: Values
    after: Values
  }
  /** Opens what its hidden member may do. */
  platform_api_key: {
    id: Generated<string>
    organization_id: number
    name: string
    description: string
    key_hash: string
    sealed_key: string
    last_four: string
    permission: 'read' | 'read_write' | 'full_access'
    is_active: Generated<boolean>
    service_user_id: number
    created_by: number | null
    created_at: Time
    modified_at: ColumnType<Date, Date | undefined, Date>
  }
  web_session: {
    token_hash: string
    user_id: number
    organization_id: number | null
    csrf_token: string
    /** The channel of the logs panel; never the session's own token. */
    log_events_id: string
    created_at: Time
    expires_at: Time
    /** Names the session where it is shown. */
    id: Generated<string>
    /** When it was last used, to the minute. */
    seen_at: Time
    /** From where it was begun, and by which browser, in that one's own words. */
    address: Generated<string>
    browser: Generated<string>
    /** Name of the organization that its user was taken out of, until another one is set. */
    left_organization: ColumnType<string | null, never, string | null>
  }
  /** What the browser of a session is told, and what its logs panel keeps. */
  session_message: {
    id: GeneratedAlways<number>
    organization_id: number
    log_events_id: string
    message: ColumnType<SessionMessageBody, string, never>
    /** Whether the panel keeps it; the rest is there for the other processes, for a moment. */
    is_kept: boolean
    created_at: Generated<Date>
  }
  sign_in_attempt: {
    /** A digest of the way: of account, address or browser. */
    key: string
    failures: Generated<number>
    /** Whether somebody has signed in this way. */
    is_known: Generated<boolean>
    tried_at: Time
    /** When the next attempt may be made. */
    free_at: Time
  }
  /** An account that is made once its address was confirmed. */
  waiting_account: {
    token_hash: string
    email: string
    password_hash: string
    organization_name: string
    expires_at: Date
  }
  /** Who has it may choose a new password, once. */
  password_link: {
    token_hash: string
    user_id: number
    expires_at: Date
  }
  /** One of an address at a time; it goes when it is accepted or withdrawn. */
  invitation: {
    id: Generated<string>
    organization_id: number
    token_hash: string
    email: string
    role: Role
    invited_by: number | null
    created_at: Time
    expires_at: Date
  }
  /** Which account an identity provider's is. */
  outside_identity: {
    issuer: string
    subject: string
    user_id: number
    created_at: Time
  }
  platform_key: {
    id: Generated<string>
    organization_id: number
    key: string
    key_name: string
    is_active: boolean
    created_at: Time
    modified_at: Time
  }
}
