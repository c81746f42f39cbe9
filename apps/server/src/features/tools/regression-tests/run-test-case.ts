import { isSameValue } from '@recto/extraction/same-value'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import { answerTestCase, selectOutputs, type ToolAnswer } from './answer-test-case.ts'
import { computeDigest, type TestCase } from './test-cases.ts'

/**
 * `new`: the last exported version does not answer it, while the candidate may. `failed`: it could not be
 * answered, which tells nothing about the prompt.
 */
type RegressionOutcome = 'better' | 'worse' | 'unchanged' | 'new' | 'failed'

export type ComparedAnswer = {
  readonly key: string
  readonly outcome: RegressionOutcome
  readonly expectedValue: string | null
  readonly exportedValue: string | null
  readonly candidateValue: string | null
  /** Null where there is no answer to judge. */
  readonly wasCorrect: boolean | null
  readonly isCorrect: boolean | null
  readonly error: string | null
}

export type ComparedVersions = {
  /** The project as an export would make it now. */
  readonly candidate: ToolMetadata
  /** The last exported version; undefined before the first export. */
  readonly exportedMetadata: ToolMetadata | undefined
}

type TestCaseRun = ComparedVersions & {
  readonly testCase: TestCase
  /** Its key prefix is extended for each version. */
  readonly calls: CallContext
}

const notAskedAnswer: ToolAnswer = { error: 'The prompt was not run.' }

/**
 * Answers the prompts of a test case with both versions and compares the answers. A prompt that is
 * equal in both is answered once, and stored model replies to the same request are reused.
 */
export async function runTestCase(
  ctx: AnsweringDependencies & Pick<Context, 'log'>,
  tenant: Tenant,
  { candidate, exportedMetadata, testCase, calls }: TestCaseRun,
): Promise<readonly ComparedAnswer[]> {
  const keys = testCase.expectedValues.map(({ key }) => key)
  const changedKeys = exportedMetadata
    ? keys.filter(
        (key) =>
          hasOutput(exportedMetadata, key) && hasQuestionChanged(candidate, exportedMetadata, key),
      )
    : []
  const answer = (metadata: ToolMetadata, keyPart: string, someKeys: readonly string[]) =>
    answerTestCase(ctx, tenant, {
      metadata,
      keys: someKeys,
      document: testCase,
      calls: {
        ...calls,
        callKeyPrefix: `${calls.callKeyPrefix}/${keyPart}`,
        reusesReplies: true,
        documentHash: testCase.hash,
      },
    })
  // The keys of stored calls contain `after` and `before`, so these names stay.
  const candidateAnswers = await answer(candidate, 'after', keys)
  const exportedAnswers = exportedMetadata
    ? await answer(exportedMetadata, 'before', changedKeys)
    : new Map<string, ToolAnswer>()
  return testCase.expectedValues.map((expected) => {
    const { key } = expected
    const isExported = exportedMetadata !== undefined && hasOutput(exportedMetadata, key)
    const exportedAnswer =
      exportedAnswers.get(key) ?? (isExported ? candidateAnswers.get(key) : undefined)
    return compareAnswers(expected, exportedAnswer, candidateAnswers.get(key) ?? notAskedAnswer)
  })
}

const hasOutput = ({ outputs }: ToolMetadata, key: string) =>
  outputs.some(({ name, active }) => name === key && active)

const hasQuestionChanged = (candidate: ToolMetadata, publishedVersion: ToolMetadata, key: string) =>
  computeQuestionDigest(candidate, key) !== computeQuestionDigest(publishedVersion, key)

/** Digest of everything that the answer depends on. */
const computeQuestionDigest = (metadata: ToolMetadata, key: string) =>
  computeDigest([metadata.tool_settings, selectOutputs(metadata, [key])])

type ExpectedValue = TestCase['expectedValues'][number]

function compareAnswers(
  expected: ExpectedValue,
  exportedAnswer: ToolAnswer | undefined,
  candidateAnswer: ToolAnswer,
): ComparedAnswer {
  const judge = (answer: ToolAnswer | undefined) =>
    answer === undefined || answer.error !== undefined
      ? null
      : isSameValue(expected.type, expected.value, answer.value)
  const wasCorrect = judge(exportedAnswer)
  const isCorrect = judge(candidateAnswer)
  const getValue = (answer: ToolAnswer | undefined) =>
    answer === undefined || answer.error !== undefined ? null : answer.value
  // A correct answer is no regression, whatever the exported version would answer.
  const error = candidateAnswer.error ?? (isCorrect ? undefined : exportedAnswer?.error)
  return {
    key: expected.key,
    outcome: error === undefined ? toOutcome(wasCorrect, isCorrect) : 'failed',
    expectedValue: expected.value,
    exportedValue: getValue(exportedAnswer),
    candidateValue: getValue(candidateAnswer),
    wasCorrect,
    isCorrect,
    error: error ?? null,
  }
}

function toOutcome(wasCorrect: boolean | null, isCorrect: boolean | null): RegressionOutcome {
  if (wasCorrect === null) return 'new'
  if (wasCorrect === isCorrect) return 'unchanged'
  return isCorrect ? 'better' : 'worse'
}
