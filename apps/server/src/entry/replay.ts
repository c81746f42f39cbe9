/** `npm run replay -- RUN [OTHER]`: the values of a run from what is kept of it, and how two runs differ. */
import { findOrganizationBySlug } from '../features/organizations/organizations.port.ts'
import { compareRuns, type ReplayedRun } from '../features/prompt-studio/prompt-studio.port.ts'
import type { Config } from '../platform/config/config.ts'
import { openLog } from '../platform/log/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { buildContext } from './process/build-context.ts'
import { print, runCommand } from './process/run-process.ts'
import { withDatabase } from './process/with-database.ts'
import { formatComparison, formatRun } from './replay/format-replay.ts'
import { replayRun } from './replay/replay-run.ts'

const usage = 'Say which run: npm run replay -- RUN, or RUN OTHER to compare; --json for all of it.'

await runCommand(async (config) => {
  const given = process.argv.slice(2)
  const [run, other, ...more] = given.filter((word) => word !== '--json')
  const isOption = (word: string) => word.startsWith('--') && word !== '--json'
  if (run === undefined || more.length > 0 || given.some(isOption)) throw new StartRefused(usage)
  const runs = other === undefined ? [run] : [run, other]
  const replayed = await withDatabase(config, (databaseUrl) => replay(config, databaseUrl, runs))
  print(told(replayed, given.includes('--json')))
  const isWhole = replayed.every(({ fields }) => fields.every(({ error }) => error === undefined))
  if (!isWhole) process.exitCode = 1
})

async function replay(
  config: Config,
  databaseUrl: string,
  runs: readonly string[],
): Promise<readonly ReplayedRun[]> {
  const log = openLog(config)
  const built = await buildContext({ config, databaseUrl, log, isOnlyProcess: false, print })
  try {
    const { ctx } = built
    const organization = await findOrganizationBySlug(ctx, config.organization)
    if (!organization) throw new StartRefused(`There is no organization ${config.organization}.`)
    const tenant = { db: ctx.db, organizationId: organization.id }
    const replayed: ReplayedRun[] = []
    for (const run of runs) replayed.push(await replayRun(ctx, tenant, run))
    return replayed
  } finally {
    await built.close()
  }
}

function told([first, second]: readonly ReplayedRun[], isJson: boolean): string {
  if (!first) return ''
  const compared = second && compareRuns(first, second)
  if (isJson) return JSON.stringify(compared ?? first, null, 2)
  return compared ? formatComparison(compared) : formatRun(first)
}
