/** `npm run reset-password -- USER`: sets a new password for a user who forgot theirs. */
import { createInterface } from 'node:readline/promises'
import { resetPassword } from '../features/organizations/sign-in/reset-password.ts'
import { StartupError } from '../platform/app-error.ts'
import { connect } from '../platform/db/connect.ts'
import { openLog } from '../platform/log/log.ts'
import { generatePassword } from './process/admin-password.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'

await runCommand(async (config) => {
  const [username] = process.argv.slice(2)
  if (!username) throw new StartupError('Specify a user: npm run reset-password -- USER')
  const givenPassword = await readPasswordFromInput()
  const password = givenPassword ?? generatePassword()
  await withDatabase(config, async (url) => {
    const { db, close } = connect(url, openLog(config), 2)
    try {
      await resetPassword({ db }, { username, password })
    } finally {
      await close()
    }
  })
  print(
    givenPassword
      ? `The password of ${username} was changed.`
      : `The new password of ${username}: ${password}`,
  )
})

/**
 * Reads one line from standard input, for scripts; at a terminal, a password is generated instead.
 */
async function readPasswordFromInput(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    if (line === '') break
    return line
  }
  return undefined
}
