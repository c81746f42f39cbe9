import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Events } from '../events/events.ts'
import type { Log } from '../log/log.ts'
import { startPeriodicTask } from '../start-periodic-task.ts'
import { announceWork } from './announce-work.ts'
import { insertJob } from './jobs.store.ts'
import type { PeriodicJob } from './jobs.ts'
import { correctTicks, databaseTime, enqueueDueJobs, nextTick, saveSchedule } from './schedules.ts'

/** Schedules in the table of a feature module. Any number of processes may call these at the same time. */
export type ScheduleTable = {
  /** Starts what is due; what it starts must be stored in the transaction that moves on to the next time. */
  startDue(now: Date): Promise<unknown>
  /** Brings forward times that are later than the next one, because a clock was wrong when they were computed. */
  correctTicks(now: Date): Promise<unknown>
}

type SavedJob = Pick<PeriodicJob<never>, 'job' | 'cron' | 'runsAtStart'>

export type SchedulesOptions = {
  readonly db: Db
  readonly events: Pick<Events, 'publish'>
  readonly log: Pick<Log, 'warn'>
  /** Saved in `work_schedule` when the process starts. */
  readonly periodicJobs?: readonly SavedJob[]
  readonly tables?: readonly ScheduleTable[]
  readonly checkMilliseconds?: number
}

/** A clock that goes back by less is only being adjusted. */
const maxClockStepSeconds = 60

/**
 * Starts what is due as long as this process runs; any number of processes may do it at once. The time is that
 * of the database. Returns a function that stops it.
 */
export function startSchedules(options: SchedulesOptions): () => Promise<void> {
  const { db, events, log, periodicJobs = [], tables = [], checkMilliseconds = 5000 } = options
  const all: readonly ScheduleTable[] = [
    {
      async startDue(now) {
        if ((await enqueueDueJobs(db, now)) > 0) await announceWork({ db, events, log }, 'jobs')
      },
      correctTicks: (now) => correctTicks(db, now),
    },
    ...tables,
  ]
  let isSaved = false
  const startId = randomUUID()
  const clock = openClockWatch()
  return startPeriodicTask(
    { log },
    {
      intervalMilliseconds: checkMilliseconds,
      failureMessage: 'due work could not be started; retrying',
      async run() {
        const now = await databaseTime(db)
        if (!isSaved) {
          await savePeriodicJobs(db, periodicJobs, now)
          await enqueueAtStart({ db, events, log }, periodicJobs, startId)
        }
        isSaved = true
        if (clock.wasSetBack(now)) for (const table of all) await table.correctTicks(now)
        // A table whose schedules fail must not keep the others from starting.
        for (const table of all) {
          await table.startDue(now).catch((error: unknown) => {
            log.warn({ reason: describeFailure(error) }, 'due work could not be started; retrying')
          })
        }
      },
    },
  )
}

/** The first look counts as a clock that was set back, because nothing tells what happened before. */
function openClockWatch() {
  let minTime = Number.POSITIVE_INFINITY
  return {
    wasSetBack(now: Date): boolean {
      const isBehind = now.getTime() < minTime
      minTime = now.getTime() - maxClockStepSeconds * 1000
      return isBehind
    },
  }
}

const keyOf = ({ job }: SavedJob) => `installation:${job.name}`

async function savePeriodicJobs(
  db: Db,
  periodicJobs: readonly SavedJob[],
  now: Date,
): Promise<void> {
  for (const periodicJob of periodicJobs) {
    const { job, cron } = periodicJob
    await saveSchedule(db, {
      key: keyOf(periodicJob),
      kind: job.name,
      organizationId: null,
      payload: {},
      cron,
      nextTick: nextTick(cron, now),
    })
  }
}

/** The id of the start keeps a repetition of this from enqueueing the jobs again. */
async function enqueueAtStart(
  announcement: Pick<SchedulesOptions, 'db' | 'events' | 'log'>,
  periodicJobs: readonly SavedJob[],
  startId: string,
): Promise<void> {
  const jobsAtStart = periodicJobs.filter(({ runsAtStart }) => runsAtStart)
  if (jobsAtStart.length === 0) return
  for (const one of jobsAtStart) {
    await insertJob(announcement, {
      key: `${keyOf(one)}@start:${startId}`,
      kind: one.job.name,
      organizationId: null,
      payload: {},
    })
  }
  await announceWork(announcement, 'jobs')
}
