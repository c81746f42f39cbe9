/**
 * One of any number of schedulers on a shared database: runs schedules and sends queued messages.
 */
import { startWatchdog } from '../platform/watchdog/start-watchdog.ts'
import { buildContext } from './process/build-context.ts'
import { openSharedDatabase } from './process/open-database.ts'
import { runProcess } from './process/run-process.ts'
import { runSchedules } from './process/run-schedules.ts'
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
  runSchedules(runningProcess, ctx)
  onStop(startWatchdog({ databaseUrl }))
  await serveProbes(runningProcess, ctx)
  print('The Recto scheduler is running.')
})
