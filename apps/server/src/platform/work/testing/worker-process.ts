import { connect } from '../../db/connect.ts'
import { openEvents } from '../../events/events.ts'
import { openLog } from '../../log/log.ts'
import { startWorker, type WorkerOptions } from '../start-worker.ts'
import { startWatchdog } from '../watchdog/start-watchdog.ts'
import { type StoryNeeds, storyJobs } from './story-jobs.ts'

/**
 * A worker in a process of its own, for stories that kill it. Its one argument is a JSON object; it
 * says `ready` on standard output; on SIGTERM it says `stopping` and stops gracefully.
 */
export type WorkerArgument = Partial<WorkerOptions<StoryNeeds>> & { readonly databaseUrl: string }

const argument = JSON.parse(process.argv[2] ?? '') as WorkerArgument
const log = openLog({ logLevel: 'warn' })
const { pool, close } = connect(argument.databaseUrl, log, 8)

startWatchdog({ databaseUrl: argument.databaseUrl, seconds: 2 })
const events = await openEvents(argument.databaseUrl, log)

const worker = await startWorker({
  ...argument,
  pool,
  jobs: storyJobs,
  needs: { pool },
  log,
  events,
})
process.once('SIGTERM', async () => {
  const stopPromise = worker.stop({ withinSeconds: 10 })
  process.stdout.write('stopping\n')
  await stopPromise
  await events.close()
  await close()
  process.exit(0)
})
process.stdout.write(`ready ${worker.workerId}\n`)
