import type {
  LookupRefresh as WireRefresh,
  LookupSource as WireSource,
  LookupSourceState as WireState,
} from '@recto/contract/lookups/lookup-sources'

/** The form of a source holds the fields of both kinds, so that those of one stay while the other is chosen. */
export type SourceForm = {
  readonly kind: 'address' | 'database'
  readonly url: string
  readonly itemsPath: string
  readonly headerName: string
  readonly headerValue: string
  readonly connectorId: string | null
  readonly reads: 'table' | 'query'
  readonly schema: string
  readonly table: string
  readonly query: string
}

export const newSource: SourceForm = {
  kind: 'address',
  url: '',
  itemsPath: '',
  headerName: '',
  headerValue: '',
  connectorId: null,
  reads: 'table',
  schema: '',
  table: '',
  query: '',
}

function sourceFromWire(wire: WireSource): SourceForm {
  if (wire.kind === 'address') {
    const { url, items_path: itemsPath, header } = wire
    return { ...newSource, url, itemsPath, headerName: header?.name ?? '' }
  }
  return {
    ...newSource,
    kind: 'database',
    connectorId: wire.connector_id,
    reads: wire.table ? 'table' : 'query',
    schema: wire.table?.schema ?? '',
    table: wire.table?.name ?? '',
    query: wire.query ?? '',
  }
}

/** Without a value, the stored one is sent. */
function headerToWire({ headerName, headerValue }: SourceForm) {
  const name = headerName.trim()
  if (name === '') return null
  return headerValue === '' ? { name } : { name, value: headerValue }
}

export function sourceToWire(values: SourceForm) {
  if (values.kind === 'address') {
    const { url, itemsPath } = values
    const header = headerToWire(values)
    return { kind: 'address' as const, url: url.trim(), items_path: itemsPath, header }
  }
  const { connectorId, reads, schema, table, query } = values
  const isTable = reads === 'table'
  const rows = {
    table: isTable ? { schema: schema.trim() || null, name: table } : null,
    query: isTable ? null : query,
  }
  return { kind: 'database' as const, connector_id: connectorId ?? '', ...rows }
}

/** Whether enough is filled in to read the source. */
export const isComplete = (values: SourceForm): boolean =>
  values.kind === 'address'
    ? values.url.trim() !== ''
    : values.connectorId !== null && values[values.reads].trim() !== ''

export type Refresh = {
  readonly isScheduled: boolean
  readonly startedByEmail: string | null
  readonly startedAt: string
  /** Null while it is running. */
  readonly endedAt: string | null
  readonly error: string | null
  readonly version: number | null
  readonly isNewVersion: boolean
}

const refreshFromWire = (wire: WireRefresh): Refresh => ({
  isScheduled: wire.is_scheduled,
  startedByEmail: wire.started_by_email,
  startedAt: wire.started_at,
  endedAt: wire.ended_at,
  error: wire.error,
  version: wire.version,
  isNewVersion: wire.is_new_version,
})

/** It says where the rows of a table come from, and how its last refresh ended. */
export type SourceState = {
  readonly kind: 'upload' | 'address' | 'database'
  readonly source: SourceForm | undefined
  /** Names the source for those who may see it. */
  readonly label: string | undefined
  readonly cron: string | null
  readonly timeZone: string
  readonly nextRefreshAt: string | null
  readonly lastRefresh: Refresh | null
  readonly refreshedAt: string | null
}

export const stateFromWire = (wire: WireState): SourceState => ({
  kind: wire.kind,
  source: wire.source ? sourceFromWire(wire.source) : undefined,
  label: wire.source ? labelOf(wire.source) : undefined,
  cron: wire.cron_string,
  timeZone: wire.time_zone,
  nextRefreshAt: wire.next_refresh_at,
  lastRefresh: wire.last_refresh ? refreshFromWire(wire.last_refresh) : null,
  refreshedAt: wire.refreshed_at,
})

function labelOf(wire: WireSource): string {
  if (wire.kind === 'address') return wire.url
  return `${wire.connector_name}: ${wire.table?.name ?? 'query'}`
}

export const isRunning = (refresh: Refresh | null): boolean =>
  refresh !== null && refresh.endedAt === null
