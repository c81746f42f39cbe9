/** One of any number of workers on a shared database. */
import { buildContext } from './process/build-context.ts'
import { openSharedDatabase } from './process/open-database.ts'
import { runJobs } from './process/run-jobs.ts'
import { runProcess } from './process/run-process.ts'
import { serveProbes } from './process/serve-probes.ts'

await runProcess(async (runningProcess) => {
  const { config, log, print, onStop } = runningProcess
  const databaseUrl = await openSharedDatabase(runningProcess)
  const { ctx, pool, slots, close } = await buildContext({
    config,
    databaseUrl,
    isOnlyProcess: false,
    log,
    print,
  })
  onStop(close)
  await runJobs(runningProcess, {
    ctx,
    pool,
    slots,
    databaseUrl,
    isOnlyWorker: false,
    startsPipelines: config.workersSchedule,
  })
  await serveProbes(runningProcess, ctx)
  print('The Recto worker is running.')
})
