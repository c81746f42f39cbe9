/** Everything in one process: database, web and worker. */
import { buildContext } from './build-context.ts'
import { openDatabase } from './process/open-database.ts'
import { runProcess } from './process/run-process.ts'
import { serveWeb } from './process/serve-web.ts'
import { work } from './process/work.ts'

await runProcess(async (running) => {
  const { config, log, tell, onStop } = running
  const { url, isOwn } = await openDatabase(running)
  const { ctx, pool, close } = await buildContext({ config, databaseUrl: url, log, tell })
  onStop(close)
  // The lock says that nobody else runs here: what lies there is of requests that a kill cut short.
  if (isOwn) await ctx.files.delete('uploads')
  await work(running, { ctx, pool, databaseUrl: url, isOnlyWorker: isOwn })
  await serveWeb(running, ctx)
})
