import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string | undefined, Date | string>

export type PlatformTables = {
  /** A workflow, a deployment or a pipeline that was closed to the organization when it was deleted. */
  deleted_closed_object: { organization_id: number; object_id: string }
  /**
   * Values of the whole installation, such as what was seeded and a proof of the encryption key.
   */
  installation: { key: string; value: string }
  /** One row per worker process, which is alive as long as `beat_at` advances. */
  worker_heartbeat: {
    executor_id: string
    host: string
    process_id: number
    started_at: Time
    beat_at: Time
  }
  /** Work without a row of its own. */
  work_item: {
    id: Generated<string>
    key: string
    kind: string
    /** Null for work of the whole installation. */
    organization_id: number | null
    payload: ColumnType<unknown, string, never>
    state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>
    worker_id: string | null
    /** Workers that died while they held it. */
    deaths: Generated<number>
    /** Attempts that have failed. */
    attempts: Generated<number>
    /** Set while it waits for its next attempt. */
    waits_until: ColumnType<Date | null, never, Date | null>
    /** This is why the last attempt failed. */
    error: string | null
    created_at: Time
    started_at: ColumnType<Date | null, never, Date>
    ended_at: ColumnType<Date | null, never, Date>
  }
  /** A request that costs model calls, under the key that its caller gave it. */
  repeatable_request: {
    organization_id: number
    user_id: number
    idempotency_key: string
    /** SHA-256 of its address and body, hexadecimal. */
    request_hash: string
    begun_at: Generated<Date>
    /** Null until there is a reply. */
    status: number | null
    /** JSON, or empty; null until there is a reply, and if it is too long to be stored. */
    reply: string | null
  }
  /** Times at which jobs are enqueued. */
  work_schedule: {
    key: string
    kind: string
    /** Null for work of the whole installation. */
    organization_id: number | null
    payload: ColumnType<unknown, string, string>
    cron: string
    next_at: Time
  }
  /** Work that blocked the event loop of a process until the process was ended. */
  standstill: {
    work_id: string
    times: Generated<number>
    stood_at: Time
  }
  /** The share of a concurrency limit that a process holds, as long as `beat_at` advances. */
  allowance: {
    name: string
    holder_id: string
    wanted: number
    places: number
    beat_at: Time
  }
  /** A claim on work under a key; free without a holder, and ended when `ended_at` is set. */
  claim: {
    /** Unchanged when another process takes over. */
    id: string
    key: string
    holder_id: string | null
    /** Advances as long as the holder is alive. */
    beats: Generated<number>
    is_awaited: Generated<boolean>
    /** The outcome, for those who wait. */
    outcome: ColumnType<unknown, never, string | null>
    beat_at: Time
    ended_at: Time | null
  }
  /** Mails to be sent and, for a while, those that were sent. */
  outgoing_mail: {
    id: Generated<string>
    /** The sealed mail. Deleted once it was sent, because links in it grant access. */
    sealed: string | null
    attempts: Generated<number>
    /** Set while it waits for its next attempt. */
    next_try_at: ColumnType<Date | null, Date | undefined, Date | null>
    worker_id: ColumnType<string | null, never, string | null>
    /** Workers that died while they held it. */
    deaths: Generated<number>
    last_error: ColumnType<string | null, never, string | null>
    created_at: Time
    sent_at: ColumnType<Date | null, never, Date | null>
  }
  /**
   * Incremented by triggers whenever a workflow, tool, adapter, review rule, layout or expected
   * value of the organization changes.
   */
  configuration_version: {
    organization_id: number
    version: Generated<number>
  }
}
