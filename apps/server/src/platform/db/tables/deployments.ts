import type { deploymentFields } from '@recto/contract/deployments/deployment-fields'
import type { pipelineFields } from '@recto/contract/pipelines/pipeline-fields'
import type { ColumnType, Generated } from 'kysely'
import type { FieldColumns } from '../field-columns.ts'

type Time = ColumnType<Date, Date | undefined, Date>

export type DeploymentTables = {
  api_deployment: FieldColumns<typeof deploymentFields> & {
    id: Generated<string>
    organization_id: number
    /**
     * Whether its name differs only in case from an older one of the organization, from a time when
     * that was allowed.
     */
    is_namesake: Generated<boolean>
    /** Whether the whole organization can see it. */
    shared_to_org: Generated<boolean>
    created_by: number | null
    modified_by: number | null
    created_at: Time
    modified_at: Time
  }
  deployment_key: {
    id: Generated<string>
    organization_id: number
    /** The key opens this deployment or else a pipeline. */
    deployment_id: string | null
    pipeline_id: string | null
    /** SHA-256 of the key, for lookup. */
    key_hash: string
    /** The sealed key, which is shown to those who manage the deployment. */
    sealed_key: string
    description: string
    is_active: boolean
    created_by: number | null
    created_at: Time
    modified_at: Time
  }
  /** A key that opens several deployments or all of them. */
  global_deployment_key: {
    id: Generated<string>
    organization_id: number
    name: string
    description: string
    /** SHA-256 of the key, for lookup. */
    key_hash: string
    sealed_key: string
    last_four: string
    allows_all: boolean
    is_active: Generated<boolean>
    created_by: number | null
    created_at: Time
    modified_at: Time
  }
  /** A deployment that such a key opens, if it does not open all. */
  global_deployment_key_target: {
    organization_id: number
    key_id: string
    deployment_id: string
  }
  /** Number of calls of deployments in the current rate-limit window. */
  api_call_count: {
    organization_id: number
    began_at: Time
    calls: number
  }
  /** Number of calls of agents that cost money, in the current window of the limit. */
  agent_call_count: {
    organization_id: number
    began_at: Time
    calls: number
  }
  /** A slot of the limit on concurrent runs. */
  api_run_place: {
    id: Generated<string>
    organization_id: number
    /** Null until the execution exists. */
    execution_id: ColumnType<string | null, string | undefined, string>
    taken_at: Time
  }
  /** A workflow that fetches its own files, on request or on a schedule. */
  pipeline: FieldColumns<typeof pipelineFields> & {
    id: Generated<string>
    organization_id: number
    /** Null without a schedule or while it is off. */
    next_run_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    run_count: Generated<number>
    /** Whether the whole organization can see it. */
    shared_to_org: Generated<boolean>
    created_by: number | null
    modified_by: number | null
    created_at: Time
    modified_at: Time
  }
  /** The outcome of a scheduled time. */
  pipeline_tick: {
    organization_id: number
    pipeline_id: string
    due_at: Time
    outcome: 'started' | 'overlapped' | 'refused'
    /** Number of scheduled times before it that were missed while no scheduler ran. */
    missed: Generated<number>
    detail: string | null
    execution_id: string | null
    created_at: Time
  }
  /** Arrivals of one kind that led, or will lead, to the same run. */
  pipeline_arrival: {
    id: Generated<string>
    organization_id: number
    pipeline_id: string
    /** `folder`, `mailbox` and `queue` were listened to; `poll` found files that nothing had announced. */
    kind: 'folder' | 'mailbox' | 'queue' | 'call' | 'mail' | 'poll'
    first_at: Time
    last_at: Time
    count: Generated<number>
    /** The path of one of the files, if it is known. */
    example: string | null
    /** A run for them may start at this time; null once it has. */
    due_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    outcome: 'started' | 'refused' | null
    execution_id: string | null
  }
  /** The way in which arrivals of a pipeline are noticed. */
  pipeline_listener: {
    pipeline_id: string
    organization_id: number
    state: 'listening' | 'polling' | 'failing'
    problem: string | null
    since: Time
    polled_at: Date | null
    /** Digest of the files that the last poll started a run for. */
    found: string | null
    found_at: Date | null
  }
  /** The secret of the address that receives calls about arrivals. */
  pipeline_hook: {
    pipeline_id: string
    organization_id: number
    sealed_secret: string
    created_by: number | null
    created_at: Time
  }
  /** Number of calls about arrivals in the current window of the limit. */
  arrival_call_count: {
    organization_id: number
    began_at: Time
    calls: number
  }
}
