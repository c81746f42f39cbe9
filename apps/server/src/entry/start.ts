/** Everything in one process: database, web and worker. */
import { buildContext } from './process/build-context.ts'
import { openDatabase } from './process/open-database.ts'
import { runJobs } from './process/run-jobs.ts'
import { runProcess } from './process/run-process.ts'
import { serveWeb } from './process/serve-web.ts'

await runProcess(async (running) => {
  const { config, log, print, onStop } = running
  const { url, isOwn } = await openDatabase(running)
  const { ctx, pool, places, close } = await buildContext({ config, databaseUrl: url, log, print })
  onStop(close)
  // The lock says that nobody else runs here: what lies there is of requests that a kill cut short.
  if (isOwn) await ctx.files.delete('uploads')
  await runJobs(running, { ctx, pool, places, databaseUrl: url, isOnlyWorker: isOwn })
  await serveWeb(running, ctx)
})
