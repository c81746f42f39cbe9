import { randomInt } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { judgePassword } from '../../features/organizations/accounts/judge-password.ts'
import type { Config } from '../../platform/config/config.ts'
import { StartRefused } from '../../platform/start-refused.ts'

export type AdminPassword = {
  /** Called when there is an admin to make; what it returns can be looked up afterwards. */
  prepare(): Promise<string>
  /** Where the person who started the process finds it. */
  hint(): string
}

/** No letter or digit that is taken for another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The configured password, else one that is shown on the terminal or kept in a private file. */
export function adminPasswordFor(
  { admin, dataDir }: Pick<Config, 'admin' | 'dataDir'>,
  isTerminal: boolean,
): AdminPassword {
  if (admin.password !== undefined) {
    const { username, password } = admin
    const prepare = async () => {
      const problem = await judgePassword(password, { username })
      if (problem) throw new StartRefused(`RECTO_ADMIN_PASSWORD cannot be used. ${problem}`)
      return password
    }
    return { prepare, hint: () => 'The password is RECTO_ADMIN_PASSWORD.' }
  }
  const password = generatePassword()
  if (isTerminal) {
    return {
      prepare: async () => password,
      hint: () => `The password is ${password} (shown only this once).`,
    }
  }
  const file = join(dataDir, 'admin-password')
  return {
    async prepare() {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await writeFile(file, `${password}\n`, { mode: 0o600 })
      return password
    },
    hint: () => `The password is in ${file}; delete the file once you have it.`,
  }
}

/** About 79 bits. */
export function generatePassword(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}
