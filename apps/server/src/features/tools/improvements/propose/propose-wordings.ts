import { isListType } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../../platform/db/database.ts'
import { isUserFacingError, toUserMessage } from '../../../../platform/describe-failure.ts'
import {
  type AnsweringDependencies,
  endsRun,
  type LineOfValue,
  readLineOfValue,
  toFieldType,
} from '../../../answering/answering.port.ts'
import { BudgetReachedError } from '../call-budget.ts'
import type { CandidateWording, DocumentCase } from '../measure/improve-field.ts'
import { askForProposals, type FieldToPropose, type LinesOfCases } from './ask-for-proposals.ts'
import { proposeFromLabels, readLabel } from './propose-from-labels.ts'

/** Maximum number of documents whose text is looked at. */
const maxReadDocuments = 24

export type ProposedWordings = {
  readonly candidates: readonly CandidateWording[]
  /** Says why the model has proposed nothing; absent if it did not fail. */
  readonly failure?: string | undefined
}

/**
 * Proposes wordings from the first part of the expected values: by a model if one was chosen, and by common labels. Labels need no model, so
 * one that fails does not keep them from being tried.
 */
export async function proposeWordings(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  field: FieldToPropose,
): Promise<ProposedWordings> {
  const { metadata, current, maxCandidates, llmId } = field
  const keys = metadata.outputs.map(({ name }) => name)
  const lines = await readLines(ctx, tenant, field)
  const labeledCases = [...lines.values()].map(({ textBefore, textAbove }) => ({
    labels: [readLabel(textBefore) ?? readLabel(textAbove)].filter((label) => label !== undefined),
  }))
  const fromLabels = proposeFromLabels({ current, keys, cases: labeledCases, maxCandidates })
  if (llmId === null) return { candidates: fromLabels }
  try {
    const fromModel = await askForProposals(ctx, tenant, { ...field, llmId, lines })
    return { candidates: [...fromModel, ...fromLabels].slice(0, maxCandidates) }
  } catch (error) {
    const isInterrupted = field.calls.signal?.aborted || endsRun(error)
    if (isInterrupted || error instanceof BudgetReachedError || !isUserFacingError(error)) {
      throw error
    }
    return { candidates: fromLabels, failure: toUserMessage(error) }
  }
}

/** Reads the lines of the expected values, the failing ones first. Documents that cannot be read have none. */
async function readLines(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { metadata, key, current, answers, calls }: FieldToPropose,
): Promise<LinesOfCases> {
  const lines = new Map<DocumentCase, LineOfValue>()
  const output = metadata.outputs.find(({ name }) => name === key)
  const type = toFieldType(current.type, key)
  if (!output || isListType(type) || type === 'json') return lines
  const orderedAnswers = answers.toSorted(
    (a, b) => Number(a.answer.isRight) - Number(b.answer.isRight),
  )
  for (const { fieldCase } of orderedAnswers.slice(0, maxReadDocuments)) {
    const { expectedValue: value, testCase } = fieldCase
    if (value === null) continue
    calls.signal?.throwIfAborted()
    const line = await readLineOfValue(ctx, tenant, {
      document: {
        hash: testCase.hash,
        name: testCase.name,
        sealed_password: testCase.sealedPassword,
      },
      textExtractorId: output.x2text_adapter,
      question: { key, prompt: current.prompt, type },
      value,
    }).catch((error: unknown) => {
      if (calls.signal?.aborted || endsRun(error)) throw error
      if (!isUserFacingError(error))
        ctx.log.warn({ err: error }, 'a document could not be read for proposals')
      return undefined
    })
    if (line) lines.set(fieldCase, line)
  }
  return lines
}
