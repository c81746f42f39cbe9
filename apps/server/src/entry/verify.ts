/** `npm run verify -- PROJECT [--junit FILE]`: answers what is known to be right, and compares with the published version. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findOrganizationBySlug } from '../features/organizations/organizations.port.ts'
import { junitOf } from '../features/tools/tools.port.ts'
import type { Config } from '../platform/config/config.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { openLog } from '../platform/log/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { buildContext } from './process/build-context.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'
import { exitCodeOf, formatVerification } from './verify/format-verification.ts'
import { type VerifiedProject, verifyProject } from './verify/verify-project.ts'

const usage =
  'Say which project: npm run verify -- PROJECT, by its id or name; --junit FILE for a report.'

/** What could not be verified at all is no answer to whether something got worse. */
const failureCode = 2

await runCommand(async (config) => {
  const { project, file } = readArguments(process.argv.slice(2))
  const verified = await withDatabase(config, (databaseUrl) => verify(config, databaseUrl, project))
  print(formatVerification(verified))
  if (file !== undefined) await writeFile(file, junitOf(verified))
  process.exitCode = exitCodeOf(verified)
}, failureCode)

function readArguments(args: readonly string[]) {
  try {
    const options = { junit: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [project, ...more] = positionals
    if (project === undefined || more.length > 0) throw new StartRefused(usage)
    return { project, file: values.junit }
  } catch (error) {
    throw error instanceof StartRefused
      ? error
      : new StartRefused(`${describeFailure(error)} ${usage}`)
  }
}

async function verify(
  config: Config,
  databaseUrl: string,
  project: string,
): Promise<VerifiedProject> {
  const log = openLog(config)
  const built = await buildContext({ config, databaseUrl, log, isOnlyProcess: false, print })
  try {
    const { ctx } = built
    const organization = await findOrganizationBySlug(ctx, config.organization)
    if (!organization) throw new StartRefused(`There is no organization ${config.organization}.`)
    return await verifyProject(ctx, { organization, project })
  } finally {
    await built.close()
  }
}
