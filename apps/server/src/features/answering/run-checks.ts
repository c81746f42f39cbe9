import { ReadError } from '@recto/document-text/read-error'
import type { ChecksToJudge, JudgedCheck } from '@recto/extraction/judge-checks'
import type { Context } from '../../platform/context.ts'

type DocumentToJudge = ChecksToJudge & {
  /** Name of the document, for messages. */
  readonly name: string
  readonly signal?: AbortSignal | undefined
}

/** Time limit of all checks together, and of each alone when that was exceeded. */
const batchTimeoutSeconds = 5
const singleTimeoutSeconds = 1

/** Maximum number of checks per document that may kill a process; later ones are not judged. */
const maxKilledProcesses = 5

/**
 * Judges the checks of a document in another process. A check that takes too much time or memory is
 * not judged, and the others are: no check fails a document.
 */
export async function runChecks(
  { compute }: Pick<Context, 'compute'>,
  { checks, name, signal, ...document }: DocumentToJudge,
): Promise<readonly JudgedCheck[]> {
  const judgeTogether = async (
    checksToJudge: ChecksToJudge['checks'],
    timeoutSeconds: number,
  ): Promise<readonly JudgedCheck[] | undefined> => {
    const input: ChecksToJudge = { ...document, checks: checksToJudge }
    const job = { key: 'no document', load: async () => new Uint8Array(), name, signal }
    try {
      const result = await compute.run({ ...job, operation: 'judgeChecks', input, timeoutSeconds })
      // The operation `judgeChecks` returns this type.
      return result as readonly JudgedCheck[]
    } catch (error) {
      if (error instanceof ReadError) return undefined
      throw error
    }
  }
  if (checks.length === 0) return []
  const batchResult = await judgeTogether(checks, batchTimeoutSeconds)
  if (batchResult) return batchResult
  const judgedChecks: JudgedCheck[] = []
  let killedProcesses = 0
  for (const check of checks) {
    const result =
      killedProcesses < maxKilledProcesses
        ? await judgeTogether([check], singleTimeoutSeconds)
        : undefined
    if (!result) killedProcesses += 1
    judgedChecks.push(...(result ?? [toUnjudged(check)]))
  }
  return judgedChecks
}

const toUnjudged = ({ name, expression }: ChecksToJudge['checks'][number]): JudgedCheck => ({
  name,
  expression,
  fields: [],
  isEquation: false,
  outcome: 'not_judged',
  reason: 'The check took too long, or used too much memory.',
})
