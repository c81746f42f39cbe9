import type { Role } from '@recto/contract/policy'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

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
  }
  member: {
    id: GeneratedAlways<number>
    organization_id: number
    user_id: number
    /** Stored by these names, and presented as the contract wants them. */
    role: Role
    login_onboarding_shown: Generated<boolean>
    prompt_onboarding_shown: Generated<boolean>
    /** Whether the member has begun the trial, where there is one. */
    is_subscribed: Generated<boolean>
    created_at: Time
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
