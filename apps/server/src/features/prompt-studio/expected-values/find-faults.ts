import { maxFailureLetters, maxFailures } from '@recto/contract/prompt-studio/truths'
import type { AnswerFault } from '@recto/extraction/find-fault'
import { wilsonInterval } from '@recto/extraction/wilson-interval'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getProject } from '../rows/access.ts'
import { type JudgedOutput, judgeOutputs } from './judge-outputs.ts'

type Accuracy = {
  readonly profileId: string
  readonly checked: number
  readonly right: number
  readonly low: number
  readonly high: number
}

type Failure = JudgedOutput & { readonly fault: AnswerFault }

export type Faults = {
  readonly disputedCount: number
  readonly fields: readonly (Accuracy & {
    readonly promptId: string
    readonly faults: readonly { readonly fault: AnswerFault; readonly count: number }[]
  })[]
  readonly documents: readonly (Accuracy & { readonly documentId: string })[]
  readonly failures: readonly Failure[]
  readonly omittedCount: number
}

/** Says where the outputs of a project differ from the expected values, with their kinds of fault. */
export async function findFaults(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<Faults> {
  const project = await getProject(ctx, { actor, projectId })
  const mode = { projectId, isSinglePass: project.single_pass }
  const { judgedOutputs, disputedCount } = await judgeOutputs(tenantOf(ctx, actor), mode)
  const byField = Map.groupBy(judgedOutputs, (row) => `${row.prompt_id}/${row.profile_id}`)
  const byDocument = Map.groupBy(judgedOutputs, (row) => `${row.document_id}/${row.profile_id}`)
  const failures = judgedOutputs.filter((row): row is Failure => row.fault !== undefined)
  return {
    disputedCount,
    fields: [...byField.values()].map((rows) => ({
      promptId: rows[0]?.prompt_id ?? '',
      ...measureAccuracy(rows),
      faults: countFaults(rows),
    })),
    documents: [...byDocument.values()]
      .map((rows) => ({ documentId: rows[0]?.document_id ?? '', ...measureAccuracy(rows) }))
      .toSorted((a, b) => b.checked - b.right - (a.checked - a.right)),
    failures: failures.slice(0, maxFailures).map((failure) => ({
      ...failure,
      expectedValue: shorten(failure.expectedValue),
      answer: shorten(failure.answer),
    })),
    omittedCount: Math.max(0, failures.length - maxFailures),
  }
}

function measureAccuracy(rows: readonly JudgedOutput[]): Accuracy {
  const right = rows.filter(({ fault }) => fault === undefined).length
  const profileId = rows[0]?.profile_id ?? ''
  return { profileId, checked: rows.length, right, ...wilsonInterval(right, rows.length) }
}

function countFaults(rows: readonly JudgedOutput[]) {
  const counts = Map.groupBy(
    rows.flatMap(({ fault }) => fault ?? []),
    (fault) => fault,
  )
  return [...counts]
    .map(([fault, { length: count }]) => ({ fault, count }))
    .toSorted((a, b) => b.count - a.count)
}

const shorten = (value: string | null) =>
  value !== null && value.length > maxFailureLetters
    ? `${value.slice(0, maxFailureLetters)}…`
    : value
