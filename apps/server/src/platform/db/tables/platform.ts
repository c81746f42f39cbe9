import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string | undefined, Date | string>

export type PlatformTables = {
  /** One row per worker process; it lives as long as `beat_at` moves. */
  worker_heartbeat: {
    executor_id: string
    host: string
    process_id: number
    started_at: Time
    beat_at: Time
  }
  /** Jobs that were running when their worker died, without a finished step since. */
  job_loss: {
    job_id: string
    times: Generated<number>
    lost_at: Time
  }
  /** Pieces of work over which the loop of a process stood still until the process was ended. */
  standstill: {
    work_id: string
    times: Generated<number>
    stood_at: Time
  }
  /** How much of what is named a process may have under way; it holds as long as `beat_at` moves. */
  allowance: {
    name: string
    holder_id: string
    wanted: number
    places: number
    beat_at: Time
  }
  /** Work that goes on under a key; nobody's without a holder, and once it has ended it is none. */
  claim: {
    /** Stays the same when the work is taken over. */
    id: string
    key: string
    holder_id: string | null
    /** Who sees that it moves sees that the holder lives. */
    beats: Generated<number>
    is_awaited: Generated<boolean>
    /** What those get who wait. */
    outcome: ColumnType<unknown, never, string | null>
    beat_at: Time
    ended_at: Time | null
  }
  /** Mails on their way, and for a while those that went. */
  outgoing_mail: {
    id: Generated<string>
    /** To whom, and what; links in it open something, so it goes once it was sent. */
    sealed: string | null
    attempts: Generated<number>
    /** Null once it was sent or given up. */
    next_try_at: ColumnType<Date | null, Date | undefined, Date | null>
    last_error: ColumnType<string | null, never, string | null>
    created_at: Time
    sent_at: ColumnType<Date | null, never, Date | null>
  }
  /** Raised by triggers whenever a workflow, a tool, an adapter or a rule of review of the organization changes, its layouts or its truths. */
  configuration_version: {
    organization_id: number
    version: Generated<number>
  }
}
