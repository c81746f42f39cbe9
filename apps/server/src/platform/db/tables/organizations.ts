import type { Role } from '@recto/contract/policy'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = ColumnType<Date, Date | string | undefined, Date | string>

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
