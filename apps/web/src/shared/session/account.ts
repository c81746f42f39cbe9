import type {
  Organization as WireOrganization,
  UserProfile as WireUser,
} from '@recto/contract/organizations/session'

export type Organization = {
  readonly id: string
  /** First segment of every page address. */
  readonly name: string
  readonly displayName: string
}

export const organizationFromWire = (wire: WireOrganization): Organization => ({
  id: wire.id,
  name: wire.name,
  displayName: wire.display_name,
})

/** The signed-in user. */
export type UserProfile = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly displayName: string
  readonly isAdmin: boolean
  /** Whether the user has seen each of the two welcome dialogs. */
  readonly hasSeenWelcome: boolean
  readonly hasSeenStudio: boolean
}

export const userFromWire = (wire: WireUser): UserProfile => ({
  id: wire.id,
  email: wire.email,
  name: wire.name,
  displayName: wire.display_name,
  isAdmin: wire.is_admin,
  hasSeenWelcome: wire.login_onboarding_message_displayed,
  hasSeenStudio: wire.prompt_onboarding_message_displayed,
})

/** Whether it is a placeholder, which has neither people nor data. */
export const isPlaceholder = ({ name }: Organization): boolean => name === 'mock_org'
