import type { Db } from '../db/database.ts'
import type { Events } from '../events/events.ts'
import type { Log } from '../log/log.ts'
import { announceCancellation, announceWork } from './announce-work.ts'
import { cancelJobs, insertJob } from './jobs.store.ts'
import type { Jobs, Schedules } from './jobs.ts'
import { nextTick, saveSchedule } from './schedules.ts'

type JobsOptions = {
  readonly db: Db
  readonly events: Events
  readonly log: Pick<Log, 'warn'>
}

/** Opens the jobs for a process that enqueues them, whether or not it runs any. */
export function openJobs({ db, events, log }: JobsOptions): Jobs & Schedules {
  return {
    async enqueue(job, payload, { key, organizationId, db: transaction = db }) {
      const newJob = { key, kind: job.name, organizationId, payload: job.payload.parse(payload) }
      await insertJob({ db: transaction }, newJob)
      await announceWork({ db: transaction, events, log }, 'jobs')
    },
    async cancel(keys) {
      if (keys.length === 0) return
      await announceCancellation({ events }, db, await cancelJobs({ db }, keys))
    },
    async schedule(job, payload, options) {
      await saveSchedule(db, {
        ...options,
        kind: job.name,
        payload: job.payload.parse(payload),
        nextTick: nextTick(options.cron, new Date()),
      })
    },
  }
}
