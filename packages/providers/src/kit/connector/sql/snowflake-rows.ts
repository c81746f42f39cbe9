import type { ReadLimits, RowsPage } from '@recto/provider-spec/database-connector'
import { z } from 'zod'
import { pause } from '../../external-call.ts'
import { readJsonBody } from '../read-json-body.ts'
import { ServiceFailure } from '../service-failure.ts'
import { cutIntoPages, maxBytesOfPage } from './limit-pages.ts'
import { toSnowflakeText } from './snowflake-text.ts'

export const Result = z.object({
  statementHandle: z.string(),
  resultSetMetaData: z.object({
    rowType: z.array(z.object({ name: z.string(), type: z.string().default('text') })),
    partitionInfo: z.array(z.unknown()).default([]),
  }),
  data: z.array(z.array(z.string().nullable())).default([]),
})
export const ResultPart = z.object({ data: z.array(z.array(z.string().nullable())).default([]) })
export const Running = z.object({ statementHandle: z.string().min(1) })
export const firstPause = 0.1
export const maxPause = 2
const cancelMilliseconds = 5000

/** One statement, whatever the settings of the user allow, and parts of at most 16 MB. */
const readParameters = { MULTI_STATEMENT_COUNT: '1', CLIENT_RESULT_CHUNK_SIZE: '16' }

type SnowflakeClient = {
  ask(address: string, body?: unknown, requestSignal?: AbortSignal): Promise<Response>
  /** The address of all statements. */
  readonly root: string
  /** Fields of every statement. */
  readonly context: object
  readonly signal: AbortSignal
}

/** Reads rows part by part. Snowflake has no transaction that cannot write, but one statement that selects cannot. */
export async function* readSnowflakeRows(
  client: SnowflakeClient,
  statement: string,
  limits: ReadLimits,
): AsyncGenerator<RowsPage> {
  const { statementHandle, resultSetMetaData, data } = await startReading(client, statement, limits)
  const { rowType, partitionInfo } = resultSetMetaData
  const names = rowType.map(({ name }) => name)
  const toTexts = (rows: typeof data) =>
    rows.map((row) => row.map((cell, index) => toSnowflakeText(cell, rowType[index]?.type)))
  yield* cutIntoPages(names, toTexts(data))
  for (let part = 1; part < partitionInfo.length; part++) {
    const handle = encodeURIComponent(statementHandle)
    const response = await client.ask(`${client.root}/${handle}?partition=${part}`)
    yield* cutIntoPages(
      names,
      toTexts((await readJsonBody(response, ResultPart, maxBytesOfPage)).data),
    )
  }
}

/** Starts a statement, so that it can be cancelled while it runs, and waits for its first rows. */
async function startReading(
  { ask, root, context, signal }: SnowflakeClient,
  statement: string,
  { seconds, waitSeconds }: ReadLimits,
) {
  const timeout = Math.ceil(Math.min(seconds, waitSeconds))
  const endAt = performance.now() + timeout * 1000
  const body = { ...context, timeout, statement, parameters: readParameters }
  let response = await ask(`${root}?async=true`, body)
  let runningAddress: string | undefined
  try {
    for (let wait = firstPause; response.status === 202; wait = Math.min(wait * 2, maxPause)) {
      const { statementHandle } = await readJsonBody(response, Running)
      runningAddress = `${root}/${encodeURIComponent(statementHandle)}`
      if (performance.now() > endAt) {
        throw new ServiceFailure('timed-out', 'The rows did not arrive in time.')
      }
      await pause(wait, signal)
      response = await ask(runningAddress)
    }
    runningAddress = undefined
    return await readJsonBody(response, Result, maxBytesOfPage)
  } finally {
    // The signal may have been aborted, which is why the statement is cancelled.
    const cancelSignal = AbortSignal.timeout(cancelMilliseconds)
    if (runningAddress !== undefined) {
      await ask(`${runningAddress}/cancel`, {}, cancelSignal).catch(() => undefined)
    }
  }
}
