import { setTimeout as sleep } from 'node:timers/promises'
import {
  commitsReportedAfterMilliseconds,
  type DatabaseCounters,
  type DatabaseCounts,
} from '../../apps/server/src/entry/testing/database-counters.ts'

/** What the database carries out in a second. */
export async function countRest(
  counters: DatabaseCounters,
  seconds: number,
): Promise<DatabaseCounts> {
  const start = performance.now()
  const done = await countDuring(counters, () => sleep(seconds * 1000))
  const taken = (performance.now() - start) / 1000
  return { statements: done.statements / taken, commits: done.commits / taken }
}

/** What some work takes, without what goes on at rest as well. Nothing else may have run shortly before. */
export async function countWork(
  counters: DatabaseCounters,
  atRest: DatabaseCounts,
  work: () => Promise<void>,
): Promise<DatabaseCounts> {
  const start = performance.now()
  const done = await countDuring(counters, async () => {
    await work()
    await untilReported()
  })
  const seconds = (performance.now() - start) / 1000
  return {
    statements: done.statements - atRest.statements * seconds,
    commits: done.commits - atRest.commits * seconds,
  }
}

export const untilReported = () => sleep(commitsReportedAfterMilliseconds)

async function countDuring(
  counters: DatabaseCounters,
  work: () => Promise<void>,
): Promise<DatabaseCounts> {
  await counters.setCounting(true)
  const before = await counters.read()
  await work()
  const after = await counters.read()
  await counters.setCounting(false)
  return {
    statements: after.statements - before.statements,
    commits: after.commits - before.commits,
  }
}
