/** One of any number of web processes on a shared database. */
import { buildContext } from './process/build-context.ts'
import { openSharedDatabase } from './process/open-database.ts'
import { runProcess } from './process/run-process.ts'
import { serveWeb } from './process/serve-web.ts'

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
  await serveWeb(running, ctx)
})
