/**
 * `npm run verify -- PROJECT [--junit FILE]`: runs the regression test of a project against its
 * published version.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findOrganizationBySlug } from '../features/organizations/organizations.port.ts'
import { buildJunitReport } from '../features/tools/tools.port.ts'
import { StartupError } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { openLog } from '../platform/log/log.ts'
import { buildContext } from './process/build-context.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'
import { formatRegressionTest, getExitCode } from './verify/format-regression-test.ts'
import { type TestedProject, testProject } from './verify/test-project.ts'

const usage =
  'Specify a project by its id or name: npm run verify -- PROJECT. Add --junit FILE for a report.'

/** Exit code if the test could not run, which says nothing about regressions. */
const failureCode = 2

await runCommand(async (config) => {
  const { project, file } = readArguments(process.argv.slice(2))
  const testedProject = await withDatabase(config, (databaseUrl) =>
    runRegressionTest(config, databaseUrl, project),
  )
  print(formatRegressionTest(testedProject))
  if (file !== undefined) await writeFile(file, buildJunitReport(testedProject))
  process.exitCode = getExitCode(testedProject)
}, failureCode)

function readArguments(args: readonly string[]) {
  try {
    const options = { junit: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [project, ...surplus] = positionals
    if (project === undefined || surplus.length > 0) throw new StartupError(usage)
    return { project, file: values.junit }
  } catch (error) {
    throw error instanceof StartupError
      ? error
      : new StartupError(`${describeFailure(error)} ${usage}`)
  }
}

async function runRegressionTest(
  config: Config,
  databaseUrl: string,
  project: string,
): Promise<TestedProject> {
  const log = openLog(config)
  const builtContext = await buildContext({ config, databaseUrl, log, isOnlyProcess: false, print })
  try {
    const { ctx } = builtContext
    const organization = await findOrganizationBySlug(ctx, config.organization)
    if (!organization) throw new StartupError(`There is no organization ${config.organization}.`)
    return await testProject(ctx, { organization, project })
  } finally {
    await builtContext.close()
  }
}
