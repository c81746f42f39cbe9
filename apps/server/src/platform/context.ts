import type { Role } from '@recto/contract/policy'
import type { Reader } from '@recto/document-text/reader'
import type {
  AnyConnectorProvider,
  ConnectorOutside,
} from '@recto/provider-spec/connector-provider'
import type { AnyProvider, Outside } from '@recto/provider-spec/provider'
import type { Allowances } from './allowances/allowances.ts'
import type { Circuits } from './circuits/open-circuits.ts'
import type { Claims } from './claims/claims.ts'
import type { Compute } from './compute/compute.ts'
import type { Config } from './config/config.ts'
import type { Configuration, ConfigurationCache } from './configuration/configuration-cache.ts'
import type { BatchedWrites } from './db/batched-writes.ts'
import type { Db, Tenant } from './db/database.ts'
import type { GroupCommits } from './db/group-commits.ts'
import type { DiskWatch } from './disk-full.ts'
import type { Events } from './events/events.ts'
import type { FileStore } from './files/file-store.ts'
import type { Jobs, Schedules } from './jobs/jobs.ts'
import type { KeptOpen } from './kept-open/open-kept.ts'
import type { Places } from './leases/places.ts'
import type { Log } from './log/log.ts'
import type { ProcessCache } from './process-cache/process-cache.ts'
import type { Vault } from './vault/vault.ts'

/** A person in one organization, as use cases see who asks. */
export type Actor = {
  readonly userId: number
  readonly email: string
  readonly organization: { readonly id: number; readonly slug: string; readonly name: string }
  readonly role: Role
  /** Acts for a key of the platform API, which whose a thing is does not keep out. */
  readonly service?: { readonly permission: 'read' | 'read_write' | 'full_access' } | undefined
}

/**
 * Everything the process owns, built once in `entry/`. Use cases name the part they need
 * with `Pick<Context, …>`, so that a signature tells the truth and a test hands over little.
 */
export type Context = {
  readonly config: Config
  readonly db: Db
  readonly batchedWrites: BatchedWrites
  readonly commits: GroupCommits
  readonly jobs: Jobs & Schedules
  readonly events: Events
  /** Room in this process for work that a request starts at once. */
  readonly places: Places
  /** How many calls of an adapter this process may have under way. */
  readonly calls: Allowances
  /** Work that is to go on once in all processes. */
  readonly claims: Claims
  /** Work and texts that this process has in hand anyway. */
  readonly cache: ProcessCache
  /** What this process has open to others, and may need again at once. */
  readonly keptOpen: KeptOpen
  readonly files: FileStore
  readonly disk: DiskWatch
  readonly vault: Vault
  readonly reader: Reader
  readonly compute: Compute
  readonly providers: {
    readonly all: readonly AnyProvider[]
    find(id: string): AnyProvider | undefined
  }
  readonly connectorProviders: {
    readonly all: readonly AnyConnectorProvider[]
    find(id: string): AnyConnectorProvider | undefined
  }
  /** What connectors may reach, each with the token of its own: files of any size, and ports that are not HTTP's. */
  readonly connectorOutside: Omit<ConnectorOutside, 'accessToken'>
  /** For calls to others, which may not answer for a while. */
  readonly circuits: Circuits
  readonly fetch: typeof globalThis.fetch
  /** The same for protocols that are not HTTP. */
  readonly connect: Outside['connect']
  /**
   * For addresses that a caller names, such as a webhook's: inner networks are out of its reach unless
   * the installation allows them.
   */
  readonly publicFetch: typeof globalThis.fetch
  readonly configurations: ConfigurationCache
  /** The version that this piece of work was begun under; absent where it reads what it needs anew. */
  readonly configuration?: Configuration
  /** Comes when the process ends: whoever waits for something is answered with what there is. */
  readonly leaving: AbortSignal
  readonly log: Log
}

/** The database as the actor's organization sees it. */
export function tenantOf(ctx: Pick<Context, 'db'>, actor: Pick<Actor, 'organization'>): Tenant {
  return { db: ctx.db, organizationId: actor.organization.id }
}
