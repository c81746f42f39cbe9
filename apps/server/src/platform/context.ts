import type { Role } from '@recto/contract/policy/policy'
import type { Reader } from '@recto/document-text/reader'
import type {
  AnyConnectorProvider,
  ConnectorNetwork,
} from '@recto/provider-spec/connector-provider'
import type { AnyProvider, ProviderNetwork } from '@recto/provider-spec/provider'
import type { Circuits } from './circuits/circuit-breakers.ts'
import type { Compute } from './compute/compute.ts'
import type { Config } from './config/config.ts'
import type { ConfigurationCache, ConfigurationVersion } from './configuration-cache.ts'
import type { ConnectionCache } from './connection-cache.ts'
import type { BatchedWrites } from './db/batched-writes.ts'
import type { Db, Tenant } from './db/database.ts'
import type { GroupCommits } from './db/group-commits.ts'
import type { DiskWatch } from './disk-full.ts'
import type { Events } from './events/events.ts'
import type { FileStore } from './files/file-store.ts'
import type { Log } from './log/log.ts'
import type { ProcessCache } from './process-cache/process-cache.ts'
import type { Vault } from './vault/vault.ts'
import type { Jobs, Schedules } from './work/jobs.ts'
import type { DistributedSemaphore } from './work/shared-limits/semaphore.ts'
import type { Claims } from './work/single-flight/claims.ts'
import type { SlotPool } from './work/slot-pool.ts'

/** The place that a request comes from. */
export type RequestPlace = {
  readonly address: string
  /** The name that the browser or program gives itself. */
  readonly browser: string
  /** Name of the platform API key, if the request uses one. */
  readonly keyName?: string
}

/** The person who makes a request, within one organization. */
export type Actor = {
  readonly userId: number
  readonly email: string
  readonly organization: { readonly id: number; readonly slug: string; readonly name: string }
  readonly role: Role
  /** Set when the request uses a platform API key; ownership does not restrict it. */
  readonly service?: { readonly permission: 'read' | 'read_write' | 'full_access' } | undefined
  /** Absent where no request is behind it. */
  readonly place?: RequestPlace | undefined
}

/**
 * Everything the process owns, built once in `entry/`. Use cases declare the parts they need with
 * `Pick<Context, …>`, so that a signature shows its dependencies and a test passes few of them.
 */
export type Context = {
  readonly config: Config
  readonly db: Db
  readonly batchedWrites: BatchedWrites
  readonly groupCommits: GroupCommits
  readonly jobs: Jobs & Schedules
  readonly events: Events
  /** Slots of this process for work that a request starts itself. */
  readonly slots: SlotPool
  /** Limits concurrent calls per adapter, across all processes. */
  readonly callLimiter: DistributedSemaphore
  /** Coordinates work that only one process may do at a time. */
  readonly claims: Claims
  /** Results in memory and work in progress that other requests of this process can share. */
  readonly cache: ProcessCache
  /** Connections to other systems that are reused for a few seconds. */
  readonly connectionCache: ConnectionCache
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
  /**
   * Network and folders available to connectors, without an access token. Responses of any size,
   * and ports other than HTTP.
   */
  readonly connectorNetwork: Omit<ConnectorNetwork, 'accessToken'>
  /** Circuit breakers for calls to external services. */
  readonly circuits: Circuits
  readonly fetch: typeof globalThis.fetch
  /** Opens connections for protocols other than HTTP. */
  readonly connect: ProviderNetwork['connect']
  /**
   * For URLs supplied by a caller, such as a webhook's: private networks are blocked unless the
   * installation allows them.
   */
  readonly publicFetch: typeof globalThis.fetch
  readonly configurationCache: ConfigurationCache
  /**
   * The configuration version that this work started with; absent if it reads the current
   * configuration itself.
   */
  readonly configurationVersion?: ConfigurationVersion
  /** This work uses settings as they were at this time; absent if it uses the current ones. */
  readonly settingsTime?: Date
  /** Aborted when the process shuts down: everything that waits then replies with what it has. */
  readonly shutdownSignal: AbortSignal
  /** Counts an alarm of a deployment in the metrics of this process. */
  readonly countAlarm: (measure: string) => void
  readonly log: Log
}

/** The database, scoped to the actor's organization. */
export function tenantOf(ctx: Pick<Context, 'db'>, actor: Pick<Actor, 'organization'>): Tenant {
  return { db: ctx.db, organizationId: actor.organization.id }
}
