/** Runs everything in one process: database, web and worker. */
import { temporaryFolders } from '../platform/files/temporary-folders.ts'
import { buildContext } from './process/build-context.ts'
import { openDatabase } from './process/open-database.ts'
import { runJobs } from './process/run-jobs.ts'
import { runProcess } from './process/run-process.ts'
import { serveWeb } from './process/serve-web.ts'

await runProcess(async (runningProcess) => {
  const { config, log, print, onStop } = runningProcess
  const { url, isExclusive } = await openDatabase(runningProcess)
  const { ctx, pool, slots, abortWaits, close } = await buildContext({
    config,
    databaseUrl: url,
    isOnlyProcess: isExclusive,
    log,
    print,
  })
  onStop(close)
  // With the lock held, no other process runs here, so temporary files belong to a killed process.
  if (isExclusive) await Promise.all(temporaryFolders.map((folder) => ctx.files.delete(folder)))
  await runJobs(runningProcess, {
    ctx,
    pool,
    slots,
    databaseUrl: url,
    isOnlyWorker: isExclusive,
    startsPipelines: true,
  })
  await serveWeb(runningProcess, { ctx, abortWaits })
})
