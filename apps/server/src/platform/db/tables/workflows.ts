import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type Json<T> = ColumnType<T, string, string>

type Stamps = {
  created_by: number | null
  modified_by: number | null
  created_at: Time
  modified_at: Time
}

type DefinedEnd = {
  readonly connection: 'API' | 'FILESYSTEM' | 'DATABASE' | 'MANUALREVIEW' | 'APPDEPLOYMENT'
  readonly connectorId: string | null
  readonly configuration: Readonly<Record<string, unknown>>
}

/** All that a run needs of a workflow. */
export type WorkflowDefinition = {
  readonly toolId: string
  readonly settings: Record<string, unknown>
  readonly source: DefinedEnd
  readonly destination: DefinedEnd
}

export type WorkflowTables = {
  workflow: Stamps & {
    id: Generated<string>
    organization_id: number
    name: string
    description: string
    prompt_text: Generated<string>
    is_active: Generated<boolean>
    /** Results of before are not taken again. */
    results_cleared_at: ColumnType<Date | null, Date | undefined, Date>
    /** What deployments and pipelines run; null while there are none. */
    live_version: ColumnType<number | null, number | undefined, number | null>
    live_tool_id: ColumnType<string | null, string | undefined, string | null>
    /** How often a file of the source is tried. */
    max_file_execution_count: Generated<number>
  }
  /** What a workflow was when it was published. */
  workflow_version: {
    organization_id: number
    workflow_id: string
    version: number
    definition: ColumnType<WorkflowDefinition, string, never>
    /** The earlier one that was made the newest again. */
    restored_from: number | null
    created_by: number | null
    created_at: Time
  }
  workflow_endpoint: {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    endpoint_type: 'SOURCE' | 'DESTINATION'
    /** Empty until one is chosen. */
    connection_type: '' | 'API' | 'FILESYSTEM' | 'DATABASE' | 'MANUALREVIEW' | 'APPDEPLOYMENT'
    configuration: ColumnType<
      Record<string, unknown> | null,
      string | null | undefined,
      string | null
    >
    connector_id: string | null
    created_at: Time
    modified_at: Time
  }
  /** A tool as a step of one workflow. */
  tool_instance: Stamps & {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    /** Of an export; null where it is a built-in one. */
    tool_id: string | null
    built_in: 'classify' | 'text_extractor' | null
    step: number
    status: Generated<string>
    metadata: Json<Record<string, unknown>>
  }
}
