/** `npm run reset-password -- USER`: a new password for who forgot theirs. */
import { createInterface } from 'node:readline/promises'
import { resetPassword } from '../features/organizations/sign-in/reset-password.ts'
import { connect } from '../platform/db/connect.ts'
import { openLog } from '../platform/log/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { generatePassword } from './process/admin-password.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'

await runCommand(async (config) => {
  const [username] = process.argv.slice(2)
  if (!username) throw new StartRefused('Say whose: npm run reset-password -- USER')
  const given = await readGivenPassword()
  const password = given ?? generatePassword()
  await withDatabase(config, async (url) => {
    const { db, close } = connect(url, openLog(config), 2)
    try {
      await resetPassword({ db }, { username, password })
    } finally {
      await close()
    }
  })
  print(
    given
      ? `The password of ${username} is changed.`
      : `The new password of ${username}: ${password}`,
  )
})

/** One line on standard input, for scripts; a person at a terminal gets a generated password. */
async function readGivenPassword(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    if (line === '') break
    return line
  }
  return undefined
}
