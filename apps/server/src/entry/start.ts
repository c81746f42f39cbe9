/** Everything in one process: database, web and worker. */
import { passingFolders } from '../platform/files/passing-folders.ts'
import { buildContext } from './process/build-context.ts'
import { openDatabase } from './process/open-database.ts'
import { runJobs } from './process/run-jobs.ts'
import { runProcess } from './process/run-process.ts'
import { runSchedules } from './process/run-schedules.ts'
import { serveWeb } from './process/serve-web.ts'

await runProcess(async (running) => {
  const { config, log, print, onStop } = running
  const { url, isOwn } = await openDatabase(running)
  const { ctx, pool, places, leave, close } = await buildContext({
    config,
    databaseUrl: url,
    isOnlyProcess: isOwn,
    log,
    print,
  })
  onStop(close)
  // The lock says that nobody else runs here: what lies there is of a process that was killed.
  if (isOwn) await Promise.all(passingFolders.map((folder) => ctx.files.delete(folder)))
  await runJobs(running, { ctx, pool, places, databaseUrl: url, isOnlyWorker: isOwn })
  runSchedules(running, ctx)
  await serveWeb(running, { ctx, leave })
})
