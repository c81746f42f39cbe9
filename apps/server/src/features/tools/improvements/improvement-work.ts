import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { JobRun } from '../../../platform/work/jobs.ts'
import { getDocumentSize } from '../../documents/documents.port.ts'
import { type CallContext, runStep } from '../../model-calls/model-calls.port.ts'
import { answerTestCase } from '../regression-tests/answer-test-case.ts'
import type { TestCase } from '../regression-tests/test-cases.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import type { CallBudget } from './call-budget.ts'
import type { AnswerTool } from './measure/answer-with-wording.ts'
import type { DocumentCase, FieldCase } from './measure/improve-field.ts'
import { isFailureOfRun, RunFailedError } from './measure/judge-failure.ts'
import type { PartByDocument } from './measure/split-documents.ts'

/** The state that all fields of one run share. */
export type ImprovementWork = {
  readonly tenant: Tenant
  readonly id: string
  readonly projectId: string
  readonly metadata: ToolMetadata
  readonly documents: readonly TestCase[]
  readonly parts: PartByDocument
  /** Hashes of documents whose layout is in both parts. */
  readonly dividedHashes: ReadonlySet<string>
  readonly budget: CallBudget
  readonly run: JobRun
  /** The values of masked prompts that were found in each document, by its hash. */
  readonly maskedValues: Map<string, ReadonlySet<string>>
}

/** Lists the expected values of a field, with the part that each belongs to. */
export const listCases = (
  { documents, parts }: Pick<ImprovementWork, 'documents' | 'parts'>,
  key: string,
): readonly DocumentCase[] =>
  documents.flatMap((testCase): readonly DocumentCase[] => {
    const own = testCase.expectedValues.find((one) => one.key === key)
    const part = parts.get(testCase.hash)
    return own && part ? [{ hash: testCase.hash, part, expectedValue: own.value, testCase }] : []
  })

export const countCases = (cases: readonly FieldCase[], part: 'first' | 'second'): number =>
  cases.filter((one) => one.part === part).length

type CallsToMake = Pick<CallContext, 'documentHash' | 'onReply'> & { readonly name: string }

/** Beginning of the keys of all calls of improvements. */
const keyPrefix = 'improvement/'

const toCallKeyPrefix = (id: string, name: string) => `${keyPrefix}${id}/${name}`

/** Returns the context of calls, each of which is counted before it is made. */
export const createCalls = (
  ctx: Context,
  { id, projectId, parts, run, budget }: ImprovementWork,
  { name, documentHash, onReply }: CallsToMake,
): CallContext => ({
  runId: id,
  callKeyPrefix: toCallKeyPrefix(id, name),
  projectId,
  documentHash,
  onReply,
  reusesReplies: true,
  reusedKeyPrefix: toReusedKeyPrefix(parts, documentHash),
  // Each wording indexes the same documents.
  vectorKeyPrefix: `${keyPrefix}${projectId}/vectors`,
  // The rules of the current prompt were learned from the expected values, and another prompt has none.
  ignoresLayouts: true,
  isBackground: true,
  // `runTool` opens the masking of the project, and the request for proposals is masked before.
  masking: undefined,
  step: runStep,
  claims: ctx.claims,
  groupCommits: ctx.groupCommits,
  signal: run.signal,
  cancelSignal: run.cancelSignal,
  reserveCall: budget.reserve,
  assertLeaseHeld: run.assertHeld,
})

/**
 * Expected values are often there because somebody corrected the very reply that a run has stored. With such replies the current prompt
 * would look worse than it is, so the held-out part has replies of its own.
 */
const toReusedKeyPrefix = (parts: PartByDocument, documentHash: string | undefined) =>
  documentHash !== undefined && parts.get(documentHash) === 'second' ? keyPrefix : undefined

type FieldToAnswer = {
  readonly key: string
  readonly testCase: TestCase
  /** Receives the keys of the paid calls that have answered the field itself. */
  readonly paidKeys?: Set<string> | undefined
}

/** Returns the function that answers a field of a document with a changed tool, within the budget. */
export const createToolAnswerer =
  (ctx: Context, work: ImprovementWork, { key, testCase, paidKeys }: FieldToAnswer): AnswerTool =>
  async ({ callName, keys, metadata }) => {
    const { hash: documentHash } = testCase
    const name = `${key}/${callName}/${documentHash}`
    const prefix = toCallKeyPrefix(work.id, name)
    const ownPrefixes = [`${prefix}/${key}/`, `${prefix}/escalated/${key}/`]
    const answers = await answerTestCase(ctx, work.tenant, {
      metadata,
      keys,
      document: testCase,
      calls: createCalls(ctx, work, {
        name,
        documentHash,
        onReply: ({ callKey, paidKey }) => {
          if (ownPrefixes.some((own) => callKey.startsWith(own))) paidKeys?.add(paidKey)
        },
      }),
      onMaskedValues(values) {
        const earlierValues = work.maskedValues.get(documentHash) ?? []
        work.maskedValues.set(documentHash, new Set([...earlierValues, ...values]))
      },
    })
    // A failed answer would hide that its call was refused.
    work.budget.assertNotReached()
    const failures = [...answers.values()].filter((answer) => answer.error !== undefined)
    if (failures.length > 0 && (await getDocumentSize(work.tenant, documentHash)) === 0) {
      return 'missing'
    }
    const failure = failures.find(({ cause }) => isFailureOfRun(cause))
    if (failure) throw new RunFailedError(failure.error, failure.cause)
    return answers
  }
