import { setTimeout as sleep } from 'node:timers/promises'
import {
  commitsReportedAfterMilliseconds,
  type DatabaseCounters,
  type DatabaseCounts,
} from '../../apps/server/src/entry/testing/database-counters.ts'

/** Counts the database's work per second at rest. */
export async function countRest(
  counters: DatabaseCounters,
  seconds: number,
): Promise<DatabaseCounts> {
  const start = performance.now()
  const done = await countDuring(counters, () => sleep(seconds * 1000))
  const elapsedSeconds = (performance.now() - start) / 1000
  return { statements: done.statements / elapsedSeconds, commits: done.commits / elapsedSeconds }
}

/**
 * Counts the database's work for an action, minus its work at rest. No other action may have run
 * shortly before.
 */
export async function countWork(
  counters: DatabaseCounters,
  atRest: DatabaseCounts,
  work: () => Promise<void>,
): Promise<DatabaseCounts> {
  const start = performance.now()
  const done = await countDuring(counters, async () => {
    await work()
    await waitUntilReported()
  })
  const seconds = (performance.now() - start) / 1000
  return {
    statements: done.statements - atRest.statements * seconds,
    commits: done.commits - atRest.commits * seconds,
  }
}

export const waitUntilReported = () => sleep(commitsReportedAfterMilliseconds)

async function countDuring(
  counters: DatabaseCounters,
  work: () => Promise<void>,
): Promise<DatabaseCounts> {
  await counters.setCounting(true)
  const countsBefore = await counters.read()
  await work()
  const countsAfter = await counters.read()
  await counters.setCounting(false)
  return {
    statements: countsAfter.statements - countsBefore.statements,
    commits: countsAfter.commits - countsBefore.commits,
  }
}
