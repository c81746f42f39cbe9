import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'

/** The columns that adapters and connectors share. */
export type ConnectionRow = {
  readonly id: string
  readonly name: string
  readonly provider_id: string
  readonly created_by: number | null
  readonly shared_to_org: boolean
  /** Settings whose secrets stayed in the installation that it was copied from. */
  readonly missing_secrets: readonly string[]
  /** Built-in adapters are usable by everybody. */
  readonly is_friction_less?: boolean
}

/** The name of the catalogue of a kind in the Context. */
export type Catalogue = 'providers' | 'connectorProviders'

/** The differences between adapters and connectors. */
export type ConnectionKind<Row extends ConnectionRow, Providers extends Catalogue> = {
  /** Name of the table, and of the kind in the permission policy. */
  readonly noun: 'adapter' | 'connector'
  readonly catalogue: Providers
  /** Icon for a provider that this installation does not have; existing clients read its length. */
  readonly unknownIcon: string
  readonly rows: {
    readonly find: (tenant: Tenant, id: string) => Promise<Row | undefined>
    readonly findAll: (tenant: Tenant, ids: readonly string[]) => Promise<readonly Row[]>
    /** Returns false if another row still refers to it. */
    readonly delete: (tenant: Tenant, id: string) => Promise<boolean>
  }
  readonly getSealedSettings: (row: Row) => string
  /** Names of secret settings that are not in the schemas of the services. */
  readonly otherSecrets?: readonly string[]
}

/** Returns the icon of a connection's service. */
export const iconOf = <Row extends ConnectionRow, Providers extends Catalogue>(
  ctx: Pick<Context, Providers>,
  { catalogue, unknownIcon }: ConnectionKind<Row, Providers>,
  providerId: string,
): string => ctx[catalogue].find(providerId)?.icon ?? unknownIcon
