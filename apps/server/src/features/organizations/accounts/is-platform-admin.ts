import type { Config } from '../../../platform/config/config.ts'

type Account = {
  readonly username: string
  readonly email: string
  readonly isAddressProved: boolean
}

/**
 * Whether the account administers the installation: the first account does, and so do accounts
 * whose proved address is listed in the settings.
 */
export function isPlatformAdmin(
  { admin, access }: Pick<Config, 'admin' | 'access'>,
  { username, email, isAddressProved }: Account,
): boolean {
  if (username === admin.username) return true
  return isAddressProved && access.platformAdmins.includes(email.toLowerCase())
}
