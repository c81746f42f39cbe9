/**
 * `npm run reset-password -- USER`: sets a new password for a user who forgot theirs. With
 * `--second-factors`, it removes their second factors instead.
 */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { resetSecondFactorsOf } from '../features/organizations/second-factor/reset-second-factors.ts'
import { resetPassword } from '../features/organizations/sign-in/reset-password.ts'
import { StartupError } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import { connect } from '../platform/db/connect.ts'
import type { Installation } from '../platform/db/database.ts'
import { openLog } from '../platform/log/log.ts'
import { generatePassword } from './process/admin-password.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'

await runCommand(async (config) => {
  const { username, isAboutFactors } = readArguments()
  if (!username) throw new StartupError('Specify a user: npm run reset-password -- USER')
  if (isAboutFactors) {
    await withOpenDatabase(config, (installation) => resetSecondFactorsOf(installation, username))
    return print(`${username} has no second factor any more, and is signed out everywhere.`)
  }
  const givenPassword = await readPasswordFromInput()
  const password = givenPassword ?? generatePassword()
  await withOpenDatabase(config, (installation) =>
    resetPassword(installation, { username, password }),
  )
  print(
    givenPassword
      ? `The password of ${username} was changed.`
      : `The new password of ${username}: ${password}`,
  )
})

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'second-factors': { type: 'boolean', default: false } },
  })
  return { username: positionals[0], isAboutFactors: values['second-factors'] }
}

async function withOpenDatabase(
  config: Config,
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  await withDatabase(config, async (url) => {
    const { db, close } = connect(url, openLog(config), 2)
    try {
      await work({ db })
    } finally {
      await close()
    }
  })
}

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
