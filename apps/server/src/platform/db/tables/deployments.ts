import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type DeploymentTables = {
  api_deployment: {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    display_name: string
    description: string
    api_name: string
    /** It differs in case alone from an older one of its organization: so it was before that was refused. */
    is_namesake: Generated<boolean>
    is_active: boolean
    created_by: number | null
    modified_by: number | null
    created_at: Time
    modified_at: Time
  }
  deployment_key: {
    id: Generated<string>
    organization_id: number
    /** What it opens: this, or a pipeline. */
    deployment_id: string | null
    pipeline_id: string | null
    /** SHA-256 of the key, by which a caller is found. */
    key_hash: string
    /** The key itself, sealed: it is shown to those who manage the deployment. */
    sealed_key: string
    description: string
    is_active: boolean
    created_by: number | null
    created_at: Time
    modified_at: Time
  }
  /** Opens several deployments, or all of them. */
  global_deployment_key: {
    id: Generated<string>
    organization_id: number
    name: string
    description: string
    /** SHA-256 of the key, by which a caller is found. */
    key_hash: string
    sealed_key: string
    last_four: string
    allows_all: boolean
    is_active: Generated<boolean>
    created_by: number | null
    created_at: Time
    modified_at: Time
  }
  /** One that such a key opens, where it opens not all. */
  global_deployment_key_target: {
    organization_id: number
    key_id: string
    deployment_id: string
  }
  /** How often deployments were called since the window began. */
  api_call_count: {
    organization_id: number
    began_at: Time
    calls: number
  }
  /** A run that a caller has under way, where there is a bound on them. */
  api_run_place: {
    id: Generated<string>
    organization_id: number
    /** Null until it is known. */
    execution_id: ColumnType<string | null, string | undefined, string>
    taken_at: Time
  }
  /** A workflow that fetches its files by itself, when it is told to or by a timetable. */
  pipeline: {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    name: string
    pipeline_type: 'ETL' | 'TASK'
    is_active: Generated<boolean>
    /** Five fields; null: it runs only when somebody says so. */
    cron: string | null
    /** By whose clock the timetable is read: an IANA name. */
    time_zone: Generated<string>
    /** Null without a timetable, and while it is switched off. */
    next_run_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    run_count: Generated<number>
    created_by: number | null
    modified_by: number | null
    created_at: Time
    modified_at: Time
  }
  /** What became of a time of a timetable. */
  pipeline_tick: {
    organization_id: number
    pipeline_id: string
    due_at: Time
    outcome: 'started' | 'overlapped' | 'refused'
    /** Times before it that passed while no scheduler ran. */
    missed: Generated<number>
    detail: string | null
    execution_id: string | null
    created_at: Time
  }
}
