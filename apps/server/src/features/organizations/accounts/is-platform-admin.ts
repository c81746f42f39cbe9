import type { Config } from '../../../platform/config/config.ts'

type Account = {
  readonly username: string
  readonly email: string
  readonly isAddressProved: boolean
}

/** Who looks after the installation: the first account, and those whose proved address the settings name. */
export function isPlatformAdmin(
  { admin, access }: Pick<Config, 'admin' | 'access'>,
  { username, email, isAddressProved }: Account,
): boolean {
  if (username === admin.username) return true
  return isAddressProved && access.platformAdmins.includes(email.toLowerCase())
}
