import type { endpointFields, workflowFields } from '@recto/contract/workflows/workflow-fields'
import type { ColumnType, Generated } from 'kysely'
import type { FieldColumns } from '../field-columns.ts'

type Time = ColumnType<Date, Date | undefined, Date>
type Json<T> = ColumnType<T, string, string>

type Stamps = {
  created_by: number | null
  modified_by: number | null
  created_at: Time
  modified_at: Time
}

type DefinedEnd = {
  readonly connection: 'API' | 'FILESYSTEM' | 'DATABASE' | 'MANUALREVIEW' | 'APPDEPLOYMENT' | 'HTTP'
  readonly connectorId: string | null
  readonly configuration: Readonly<Record<string, unknown>>
}

/** Everything that a run needs to know of a workflow. */
export type WorkflowDefinition = {
  readonly toolId: string
  /** Absent for a built-in tool, and in versions that an earlier version of the program has written. */
  readonly toolVersion?: number
  readonly settings: Record<string, unknown>
  readonly source: DefinedEnd
  readonly destination: DefinedEnd
}

export type WorkflowTables = {
  workflow: Stamps &
    FieldColumns<typeof workflowFields> & {
      id: Generated<string>
      organization_id: number
      /** Whether the whole organization can see and run it. */
      shared_to_org: Generated<boolean>
      /** Earlier results are not reused. */
      results_cleared_at: ColumnType<Date | null, Date | undefined, Date>
      /** The version that deployments and pipelines run; null if there are none. */
      live_version: ColumnType<number | null, number | undefined, number | null>
      live_tool_id: ColumnType<string | null, string | undefined, string | null>
      /** Maximum number of attempts per source file. */
      max_file_execution_count: Generated<number>
    }
  /** Versions of a workflow that are or were live. */
  workflow_version: {
    organization_id: number
    workflow_id: string
    version: number
    definition: ColumnType<WorkflowDefinition, string, never>
    /** The earlier version that was restored as this one. */
    restored_from: number | null
    created_by: number | null
    created_at: Time
  }
  workflow_endpoint: FieldColumns<typeof endpointFields> & {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    endpoint_type: 'SOURCE' | 'DESTINATION'
    created_at: Time
    modified_at: Time
  }
  /** A tool as a step of one workflow. */
  tool_instance: Stamps & {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    /** The exported tool; null for a built-in one. */
    tool_id: string | null
    built_in: 'classify' | 'text_extractor' | null
    /** The version of the tool that a rollback has restored; null: the newest one. */
    tool_version: ColumnType<number | null, number | null | undefined, number | null>
    step: number
    status: Generated<string>
    metadata: Json<Record<string, unknown>>
  }
}
