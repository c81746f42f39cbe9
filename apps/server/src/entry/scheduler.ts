/** One of any number of schedulers on a shared database: starts what is due and sends what waits. */
import { startWatchdog } from '../platform/watchdog/start-watchdog.ts'
import { buildContext } from './process/build-context.ts'
import { openSharedDatabase } from './process/open-database.ts'
import { runProcess } from './process/run-process.ts'
import { runSchedules } from './process/run-schedules.ts'
import { serveProbes } from './process/serve-probes.ts'

await runProcess(async (running) => {
  const { config, log, print, onStop } = running
  const databaseUrl = await openSharedDatabase(running)
  const { ctx, close } = await buildContext({
    config,
    databaseUrl,
    isOnlyProcess: false,
    log,
    print,
  })
  onStop(close)
  runSchedules(running, ctx)
  onStop(startWatchdog({ databaseUrl }))
  await serveProbes(running, ctx)
  print('A scheduler of Recto runs.')
})
