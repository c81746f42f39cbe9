import { AppError, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ConnectorDependencies } from '../../connectors/connectors.port.ts'
import { openAddressRows } from './open-address-rows.ts'
import { openConnectorRows } from './open-connector-rows.ts'
import type { ReadableSource, SourceLimits, SourceRows } from './source-rows.ts'

export type SourceDependencies = Pick<Context, 'publicFetch'> & ConnectorDependencies

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
      ? openAddressRows(ctx, { ...source, settings }, limits)
      : openConnectorRows(ctx, tenant, { ...source, settings }, limits))
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
