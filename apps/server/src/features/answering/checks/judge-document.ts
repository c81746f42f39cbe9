import { ReadError } from '@recto/document-text/read-error'
import type { ChecksToJudge, JudgedCheck } from '@recto/extraction/judge-checks'
import type { Context } from '../../../platform/context.ts'

type DocumentToJudge = ChecksToJudge & {
  /** The document's, for messages. */
  readonly name: string
  readonly signal?: AbortSignal | undefined
}

/** Of all checks together, and of each where these did not end. */
const secondsOfAll = 5
const secondsOfOne = 1

/** Those that end a process, of one document; what comes behind them is not judged. */
const mostEnded = 5

/**
 * Judges the checks of a document in another process. One that takes too long or too much memory is not judged, and the others are:
 * no check fails a document.
 */
export async function judgeDocument(
  { compute }: Pick<Context, 'compute'>,
  { checks, name, signal, ...document }: DocumentToJudge,
): Promise<readonly JudgedCheck[]> {
  const judge = async (
    some: ChecksToJudge['checks'],
    timeoutSeconds: number,
  ): Promise<readonly JudgedCheck[] | undefined> => {
    const input: ChecksToJudge = { ...document, checks: some }
    const job = { key: 'no document', load: async () => new Uint8Array(), name, signal }
    try {
      const judged = await compute.run({ ...job, operation: 'judgeChecks', input, timeoutSeconds })
      // The process runs the operation of that name.
      return judged as readonly JudgedCheck[]
    } catch (error) {
      if (error instanceof ReadError) return undefined
      throw error
    }
  }
  if (checks.length === 0) return []
  const together = await judge(checks, secondsOfAll)
  if (together) return together
  const judged: JudgedCheck[] = []
  let ended = 0
  for (const check of checks) {
    const one = ended < mostEnded ? await judge([check], secondsOfOne) : undefined
    if (!one) ended += 1
    judged.push(...(one ?? [notJudged(check)]))
  }
  return judged
}

const notJudged = ({ name, expression }: ChecksToJudge['checks'][number]): JudgedCheck => ({
  ...{ name, expression, fields: [], isEquation: false },
  outcome: 'not_judged',
  reason: 'It takes too long, or too much memory.',
})
