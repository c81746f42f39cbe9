import type { LookupSourceSettings } from '@recto/contract/lookups/lookup-sources'
import { AppError, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ConnectorDependencies } from '../../connectors/connectors.port.ts'
import type { TableFile } from '../upload/read-table-file.ts'
import { openAddress } from './open-address.ts'
import { openDatabase } from './open-database.ts'

export type SourceDependencies = Pick<Context, 'publicFetch'> & ConnectorDependencies

/** A source with all that is needed to read it. */
export type ReadableSource = {
  readonly settings: LookupSourceSettings
  /** The connector, if it is a database. */
  readonly connectorId: string | null
  /** The value of the header, if the address needs one. */
  readonly headerValue: string | undefined
}

export type SourceLimits = {
  readonly seconds: number
  readonly waitSeconds: number
  /** Ends the reading, with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** The rows of a source. `names` may grow while they are read. */
export type SourceRows = TableFile & {
  /** Names the source for people, without secrets. */
  readonly label: string
}

type OpenedSource = SourceRows & {
  /** Ends the connection. Call it when no more rows are read. */
  close(): void
}

/** Opens a source for one reader. What is wrong with it is thrown at the field `source`. */
export async function openSource(
  ctx: SourceDependencies,
  tenant: Tenant,
  source: ReadableSource,
  { seconds, waitSeconds, signal }: SourceLimits,
): Promise<OpenedSource> {
  const timeoutSignal = AbortSignal.timeout(seconds * 1000)
  const ending = new AbortController()
  const limits = {
    seconds,
    waitSeconds: Math.min(seconds, waitSeconds),
    signal: AbortSignal.any([timeoutSignal, ending.signal, ...(signal ? [signal] : [])]),
  }
  const explain = (error: unknown) => {
    if (signal?.aborted) return signal.reason
    if (!timeoutSignal.aborted) return toSourceError(error)
    return invalid('source', `The rows did not arrive within ${seconds} seconds.`)
  }
  const { settings } = source
  try {
    const rows = await (settings.kind === 'address'
      ? openAddress(ctx, { ...source, settings }, limits)
      : openDatabase(ctx, tenant, { ...source, settings }, limits))
    return { ...rows, rows: explainRows(rows.rows, explain), close: () => ending.abort() }
  } catch (error) {
    ending.abort()
    throw explain(error)
  }
}

async function* explainRows<Row>(
  rows: AsyncIterable<Row>,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Row> {
  try {
    yield* rows
  } catch (error) {
    throw explain(error)
  }
}

/** Rows are checked as those of files are, so their errors name the field of a file. */
export function toSourceError(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.faults.some(({ attr }) => attr === 'file')) {
    return error
  }
  return new AppError(
    error.kind,
    error.faults.map((fault) => ({
      ...fault,
      attr: fault.attr === 'file' ? 'source' : fault.attr,
    })),
    { cause: error },
  )
}
