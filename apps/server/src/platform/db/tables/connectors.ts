import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type ConnectorTables = {
  /** A provider of files or tables that the organization has configured. */
  connector: {
    id: Generated<string>
    organization_id: number
    /** The catalogue id of the provider. */
    provider_id: string
    kind: 'file-connector' | 'database-connector' | 'http-connector'
    name: string
    /** The end of a workflow it was created for, as sent by existing clients; null for either. */
    direction: 'INPUT' | 'OUTPUT' | null
    workflow_id: string | null
    /** Sealed JSON. */
    sealed_settings: string
    /** Names of the settings whose secrets stayed in the installation that it was copied from. */
    missing_secrets: Generated<string[]>
    shared_to_org: Generated<boolean>
    created_by: number | null
    modified_by: number | null
    created_at: Time
    modified_at: Time
  }
  connector_share: { connector_id: string; user_id: number; organization_id: number }
  connector_owner: { connector_id: string; user_id: number; organization_id: number }
  connector_group_share: { connector_id: string; group_id: number; organization_id: number }
  /** A sign-in at an external service, until a connector is saved with it. */
  connector_sign_in: {
    id: Generated<string>
    organization_id: number
    user_id: number
    backend: string
    /** Sealed JSON: what the returning browser must present. */
    sealed_attempt: string | null
    /** Sealed JSON. */
    sealed_tokens: string | null
    ends_at: Date
  }
}
