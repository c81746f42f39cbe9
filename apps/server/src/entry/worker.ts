/** One of any number of workers on a shared database. */
import { buildContext } from './process/build-context.ts'
import { openSharedDatabase } from './process/open-database.ts'
import { runJobs } from './process/run-jobs.ts'
import { runProcess } from './process/run-process.ts'
import { runSchedules } from './process/run-schedules.ts'
import { serveProbes } from './process/serve-probes.ts'

await runProcess(async (running) => {
  const { config, log, print, onStop } = running
  const databaseUrl = await openSharedDatabase(running)
  const { ctx, pool, places, close } = await buildContext({
    config,
    databaseUrl,
    isOnlyProcess: false,
    log,
    print,
  })
  onStop(close)
  await runJobs(running, { ctx, pool, places, databaseUrl, isOnlyWorker: false })
  if (config.workersSchedule) runSchedules(running, ctx)
  await serveProbes(running, ctx)
  print('A worker of Recto runs.')
})
