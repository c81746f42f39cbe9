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
    is_active: boolean
    created_by: number | null
    modified_by: number | null
    created_at: Time
    modified_at: Time
  }
  deployment_key: {
    id: Generated<string>
    organization_id: number
    deployment_id: string
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
}
