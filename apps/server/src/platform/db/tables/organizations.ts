import type { Role } from '@recto/contract/policy/policy'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { z } from 'zod'

type JSONType = z.core.util.JSONType

type Values = ColumnType<Record<string, JSONType> | null, string | null, never>
type Time = ColumnType<Date, Date | string | undefined, Date | string>

type SessionMessageBody = { readonly [key: string]: unknown }

export type OrganizationTables = {
  organization: {
    /** The numeric id used in resource bodies. */
    id: GeneratedAlways<number>
    /** The id in paths. */
    slug: string
    name: string
    display_name: string
    /**
     * An organization of `visitors` has one project of the simple studio and is deleted with it.
     */
    kind: Generated<'members' | 'visitors'>
    /** Only admins may create adapters that cost money or send data to third parties. */
    restrict_llm_adapter_creation: Generated<boolean>
    restrict_connector_creation: Generated<boolean>
    /** Notifications of runs that end within it are one message; 0: each run has its own. */
    club_interval_seconds: Generated<number>
    /** It says whose sign-in by password needs a second factor. */
    second_factor: Generated<'optional' | 'admins' | 'everyone'>
    /** Whether agents may work in the organization with a platform key. */
    allows_agents: Generated<boolean>
    /** The time from which its deletion cannot be undone; null if none was requested. */
    deletes_at: ColumnType<Date | null, never, Date | null>
    /** E-mail address of the person who requested the deletion. */
    deletion_requested_by: ColumnType<string | null, never, string | null>
    created_at: Time
    modified_at: Time
  }
  /** The process that applies files to the organization. */
  apply_lease: {
    organization_id: number
    holder: string
    /** The person or the key that started it. */
    holder_name: string
    began_at: Time
    expires_at: Time
  }
  user_account: {
    id: GeneratedAlways<number>
    username: string
    email: string
    password_hash: string | null
    created_at: Time
    modified_at: Time
    /** Whether the owner of the account has confirmed the e-mail address. */
    is_address_proved: Generated<boolean>
    /** The time from which its deletion cannot be undone; null if none was requested. */
    deletes_at: ColumnType<Date | null, never, Date | null>
  }
  /** This row is all that remains of a deleted organization. */
  deleted_organization: {
    former_id: number
    slug: string
    name: string
    requested_by: string
    deleted_at: Time
  }
  member: {
    id: GeneratedAlways<number>
    organization_id: number
    user_id: number
    /** Stored under these names and presented as the contract wants them. */
    role: Role
    login_onboarding_shown: Generated<boolean>
    prompt_onboarding_shown: Generated<boolean>
    /** Whether it is the hidden member of a platform API key rather than a person. */
    is_service: Generated<boolean>
    /** Whether the member has started the trial, if there are trials. */
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
  /** Changes made by admins and owners. */
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
    /** The address from which the change was made; empty if on the server itself. */
    address: Generated<string>
    browser: Generated<string>
    key_name: string | null
  }
  /** A key with the permissions of its hidden member. */
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
    /** Channel of the logs panel; never the session's token. */
    log_events_id: string
    created_at: Time
    expires_at: Time
    /** Public id of the session. */
    id: Generated<string>
    /** Last use, to the minute. */
    seen_at: Time
    /** Client address at its start, and the browser's user agent. */
    address: Generated<string>
    browser: Generated<string>
    /** Name of the organization from which the user was removed, until another one is chosen. */
    left_organization: ColumnType<string | null, never, string | null>
    /** It says what the user has proved, or that an identity provider has checked them. */
    proof: Generated<'password' | 'second-factor' | 'identity-provider'>
  }
  /** The app of an account that shows codes (TOTP). */
  authenticator: {
    user_id: number
    sealed_secret: string
    /** Null until the user has entered a first code. */
    confirmed_at: ColumnType<Date | null, never, Date>
    /** The time step of the last accepted code: no code is accepted twice. */
    last_step: Generated<string>
    created_at: Time
  }
  /** A passkey (WebAuthn). */
  passkey: {
    id: Generated<string>
    user_id: number
    /** Id and public key in base64url. */
    credential_id: string
    public_key: string
    /** Number of signatures that the device counts; 0 if it counts none. */
    counter: string
    transports: string[]
    name: string
    created_at: Time
    used_at: ColumnType<Date | null, never, Date>
  }
  /** A challenge that a browser has to answer with a passkey. */
  passkey_challenge: {
    token_hash: string
    challenge: string
    expires_at: Date
  }
  recovery_code: {
    user_id: number
    code_hash: string
  }
  /** A sign-in that still needs a second factor. */
  second_step: {
    token_hash: string
    user_id: number
    expires_at: Date
  }
  /** Messages to the browser of a session, including the entries of its logs panel. */
  session_message: {
    id: GeneratedAlways<number>
    organization_id: number
    log_events_id: string
    message: ColumnType<SessionMessageBody, string, never>
    /**
     * Whether it is an entry of the logs panel; other messages are kept briefly for other
     * processes.
     */
    is_kept: boolean
    created_at: Generated<Date>
  }
  sign_in_attempt: {
    /** A digest of account, address or browser. */
    key: string
    failures: Generated<number>
    /** Whether a sign-in succeeded with this key before. */
    is_known: Generated<boolean>
    tried_at: Time
    /** The time of the next allowed attempt. */
    free_at: Time
  }
  /** An account to be created once its e-mail address is confirmed. */
  waiting_account: {
    token_hash: string
    email: string
    password_hash: string
    organization_name: string
    expires_at: Date
  }
  /** A one-time link for choosing a new password. */
  password_link: {
    token_hash: string
    user_id: number
    expires_at: Date
  }
  /** A link that signs an account in once. */
  sign_in_link: {
    token_hash: string
    user_id: number
    expires_at: Date
  }
  /** An invitation, at most one per e-mail address; deleted when accepted or withdrawn. */
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
  /** The number of invitations on the last day, in UTC, on which the organization sent one. */
  invitation_day: {
    organization_id: number
    day: Date
    invitations: number
  }
  /** The account of a user of an identity provider. */
  outside_identity: {
    issuer: string
    subject: string
    user_id: number
    created_at: Time
  }
  platform_key: {
    id: Generated<string>
    organization_id: number
    /** The key in clear, as earlier versions stored it; the next start seals it. */
    key: ColumnType<string | null, null | undefined, null>
    sealed_key: string | null
    key_name: string
    is_active: boolean
    created_at: Time
    modified_at: Time
  }
}
