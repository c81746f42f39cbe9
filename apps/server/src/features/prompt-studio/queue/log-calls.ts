import type { Tenant } from '../../../platform/db/database.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import { logRun } from './log-run.ts'
import type { RunRow } from './runs.store.ts'

type Entry = Parameters<typeof logRun>[3]

/** Says in the logs which of its longer ways a run goes; a single call is not worth a line. */
export function logCalls(
  ctx: Parameters<typeof logRun>[0],
  tenant: Tenant,
  run: Pick<RunRow, 'id'>,
): NonNullable<CallContext['onCall']> {
  return ({ step }) => {
    const said = entryOf(step)
    if (said) logRun(ctx, tenant, run, { level: 'INFO', ...said })
  }
}

/** So many parts of a document are one line. */
const partsOfLine = 10

function entryOf(step: string): Pick<Entry, 'state' | 'message'> | undefined {
  const [, key = '', round] = /^(.+)\/challenge-(\d+)$/.exec(step) ?? []
  if (round !== undefined) {
    return { state: 'CHALLENGE', message: `The answer to “${key}” is judged, round ${round}` }
  }
  const [, list = '', part] = /^(.+)\/rows-(\d+)$/.exec(step) ?? []
  if (part !== undefined && Number(part) % partsOfLine === 1) {
    const message = `“${list}” is read from part ${part} of the document on`
    return { state: 'TABLE_EXTRACTION', message }
  }
  const [, again = '', time] = /^(.+)\/left-out-(\d+)-1$/.exec(step) ?? []
  if (time === undefined) return undefined
  const message = `Lines that were left out of “${again}” are read again, time ${time}`
  return { state: 'TABLE_EXTRACTION', message }
}
