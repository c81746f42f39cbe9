import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type Json<T> = ColumnType<T, string, string>

type Stamps = {
  created_by: number | null
  modified_by: number | null
  created_at: Time
  modified_at: Time
}

export type WorkflowTables = {
  workflow: Stamps & {
    id: Generated<string>
    organization_id: number
    name: string
    description: string
    prompt_text: Generated<string>
    is_active: Generated<boolean>
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
    tool_id: string
    step: number
    status: Generated<string>
    metadata: Json<Record<string, unknown>>
  }
}
