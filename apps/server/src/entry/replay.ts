/**
 * `npm run replay -- RUN [OTHER]`: reproduces the values of a run from stored replies, or compares
 * two runs.
 */
import { findOrganizationBySlug } from '../features/organizations/organizations.port.ts'
import { compareRuns, type ReplayedRun } from '../features/prompt-studio/prompt-studio.port.ts'
import { StartupError } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import { openLog } from '../platform/log/log.ts'
import { buildContext } from './process/build-context.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'
import { formatComparison, formatRun } from './replay/format-replay.ts'
import { replayRun } from './replay/replay-run.ts'

const usage =
  'Specify a run: npm run replay -- RUN, or RUN OTHER to compare two runs. Add --json for all details.'

await runCommand(async (config) => {
  const args = process.argv.slice(2)
  const [run, otherRun, ...surplus] = args.filter((word) => word !== '--json')
  const isOption = (word: string) => word.startsWith('--') && word !== '--json'
  if (run === undefined || surplus.length > 0 || args.some(isOption)) throw new StartupError(usage)
  const runs = otherRun === undefined ? [run] : [run, otherRun]
  const replayedRuns = await withDatabase(config, (databaseUrl) =>
    replay(config, databaseUrl, runs),
  )
  print(formatRuns(replayedRuns, args.includes('--json')))
  const isComplete = replayedRuns.every(({ fields }) =>
    fields.every(({ error }) => error === undefined),
  )
  if (!isComplete) process.exitCode = 1
})

async function replay(
  config: Config,
  databaseUrl: string,
  runs: readonly string[],
): Promise<readonly ReplayedRun[]> {
  const log = openLog(config)
  const builtContext = await buildContext({ config, databaseUrl, log, isOnlyProcess: false, print })
  try {
    const { ctx } = builtContext
    const organization = await findOrganizationBySlug(ctx, config.organization)
    if (!organization) throw new StartupError(`There is no organization ${config.organization}.`)
    const tenant = { db: ctx.db, organizationId: organization.id }
    const replayedRuns: ReplayedRun[] = []
    for (const run of runs) replayedRuns.push(await replayRun(ctx, tenant, run))
    return replayedRuns
  } finally {
    await builtContext.close()
  }
}

function formatRuns([first, second]: readonly ReplayedRun[], isJson: boolean): string {
  if (!first) return ''
  const comparison = second && compareRuns(first, second)
  if (isJson) return JSON.stringify(comparison ?? first, null, 2)
  return comparison ? formatComparison(comparison) : formatRun(first)
}
