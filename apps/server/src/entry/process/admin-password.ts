import { randomInt } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { judgePassword } from '../../features/organizations/accounts/judge-password.ts'
import { StartupError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'

export type AdminPassword = {
  /** Called if the admin must be created; afterwards the returned password can be looked up. */
  prepare(): Promise<string>
  /** Tells the person who started the process where to find it. */
  hint(): string
}

/** This alphabet has no letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Chooses the admin password: the configured one, else a generated one that is shown on the
 * terminal or stored in a private file.
 */
export function chooseAdminPassword(
  { admin, dataDir }: Pick<Config, 'admin' | 'dataDir'>,
  isTerminal: boolean,
): AdminPassword {
  if (admin.password !== undefined) {
    const { username, email, password } = admin
    const prepare = async () => {
      const problem = await judgePassword(password, { username, email })
      if (problem) throw new StartupError(`RECTO_ADMIN_PASSWORD cannot be used. ${problem}`)
      return password
    }
    return { prepare, hint: () => 'The password is the value of RECTO_ADMIN_PASSWORD.' }
  }
  const password = generatePassword()
  if (isTerminal) {
    return {
      prepare: async () => password,
      hint: () => `The password is ${password} (shown only once).`,
    }
  }
  const file = join(dataDir, 'admin-password')
  return {
    async prepare() {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await writeFile(file, `${password}\n`, { mode: 0o600 })
      return password
    },
    hint: () => `The password is in ${file}. Delete the file after you have read it.`,
  }
}

/** Generates a password of about 79 bits. */
export function generatePassword(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}
