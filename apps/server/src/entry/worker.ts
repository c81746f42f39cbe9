/** One of any number of workers on a shared database. */
import { buildContext } from './build-context.ts'
import { openSharedDatabase } from './process/open-database.ts'
import { runProcess } from './process/run-process.ts'
import { work } from './process/work.ts'

await runProcess(async (running) => {
  const { config, log, tell, onStop } = running
  const databaseUrl = await openSharedDatabase(config)
  const { ctx, pool, close } = await buildContext({ config, databaseUrl, log, tell })
  onStop(close)
  await work(running, { ctx, pool, databaseUrl, isOnlyWorker: false })
  tell('A worker of Recto runs.')
})
