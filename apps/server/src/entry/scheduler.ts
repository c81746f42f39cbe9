/** One of any number of schedulers on a shared database: starts what is due, for workers to run. */

import { startArrivals } from '../features/pipelines/arrivals/arrivals.worker.ts'
import { startSchedules } from '../platform/work/start-schedules.ts'
import { startWatchdog } from '../platform/work/watchdog/start-watchdog.ts'
import { buildContext } from './process/build-context.ts'
import { openScheduleTables } from './process/jobs.ts'
import { openSharedDatabase } from './process/open-database.ts'
import { runProcess } from './process/run-process.ts'
import { serveProbes } from './process/serve-probes.ts'

await runProcess(async (runningProcess) => {
  const { config, log, print, onStop } = runningProcess
  const databaseUrl = await openSharedDatabase(runningProcess)
  const { ctx, close } = await buildContext({
    config,
    databaseUrl,
    isOnlyProcess: false,
    log,
    print,
  })
  onStop(close)
  onStop(startSchedules({ ...ctx, tables: openScheduleTables(ctx) }))
  onStop(startArrivals(ctx))
  onStop(startWatchdog({ databaseUrl }))
  await serveProbes(runningProcess, ctx)
  print('The Recto scheduler is running.')
})
