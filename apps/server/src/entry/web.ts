/** One of any number of web processes on a shared database. */
import { startWatchdog } from '../platform/work/watchdog/start-watchdog.ts'
import { buildContext } from './process/build-context.ts'
import { openSharedDatabase } from './process/open-database.ts'
import { runProcess } from './process/run-process.ts'
import { serveWeb } from './process/serve-web.ts'

await runProcess(async (runningProcess) => {
  const { config, log, print, onStop } = runningProcess
  const databaseUrl = await openSharedDatabase(runningProcess)
  const { ctx, abortWaits, close } = await buildContext({
    config,
    databaseUrl,
    isOnlyProcess: false,
    log,
    print,
  })
  onStop(close)
  onStop(startWatchdog({ databaseUrl }))
  await serveWeb(runningProcess, { ctx, abortWaits })
})
