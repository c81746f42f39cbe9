import { badRequest } from '../../../../platform/app-error.ts'
import type { Tenant } from '../../../../platform/db/database.ts'
import { type OpenedLlm, openLlm } from '../../../adapters/adapters.port.ts'
import type { AnsweringDependencies, LineOfValue } from '../../../answering/answering.port.ts'
import { type CallContext, callModel, toCallKey } from '../../../model-calls/model-calls.port.ts'
import { computeDigest } from '../../regression-tests/test-cases.ts'
import { type ToolMetadata, toMaskingRules } from '../../tool-metadata.ts'
import { saveProposalDocuments } from '../improvements.store.ts'
import type {
  AnsweredPrompt,
  CandidateWording,
  DocumentCase,
  PromptWording,
} from '../measure/improve-field.ts'
import { buildProposalRequest, chooseCases } from './build-proposal-request.ts'
import { isTypeUsed } from './is-type-used.ts'
import { listValuesToMask, maskField } from './mask-cases.ts'
import { parseProposals } from './parse-proposals.ts'

export type FieldToPropose = {
  readonly metadata: ToolMetadata
  readonly key: string
  readonly current: PromptWording
  readonly answers: readonly AnsweredPrompt<DocumentCase>[]
  readonly llmId: string | null
  readonly maxCandidates: number
  /** The values of masked prompts that were found in each document, by its hash. */
  readonly maskedValues: ReadonlyMap<string, ReadonlySet<string>>
  /** Number of earlier runs of the field, each of which gets proposals of its own. */
  readonly round: number
  readonly calls: CallContext
}

export type LinesOfCases = ReadonlyMap<DocumentCase, LineOfValue>

type ModelToAsk = FieldToPropose & { readonly llmId: string; readonly lines: LinesOfCases }

/** Enough for a model that reasons: services count that as a part of the reply. */
export const maxReplyTokens = 8000

const step = 'propose'

/** Has a model propose wordings. Makes no call if the model may see no case. */
export async function askForProposals(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  field: ModelToAsk,
): Promise<readonly CandidateWording[]> {
  const { metadata, key, current, llmId, maxCandidates, round, calls } = field
  const adapter = await openLlm(ctx, tenant, llmId)
  const shownField = await prepareField(ctx, field, adapter)
  if (shownField.cases.length === 0) {
    throw badRequest(
      `“${adapter.name}” is external, and the values that must be masked are known for none of the documents.`,
    )
  }
  const request = {
    ...buildProposalRequest({ ...shownField, maxCandidates }),
    maxTokens: maxReplyTokens,
  }
  // A model that was repaired is asked again.
  const digest = computeDigest([request, adapter.changedAt])
  const context = {
    ...calls,
    // Not of this run: a run that continues after a stop has paid for the proposals.
    callKeyPrefix: `improvement/${metadata.tool_id}/${llmId}/${key}/${round}/${digest}`,
    documentHash: undefined,
  }
  await saveProposalDocuments(tenant, {
    projectId: metadata.tool_id,
    callKey: toCallKey(context, step),
    documentHashes: shownField.documentHashes,
  })
  const reply = await callModel(tenant, context, {
    adapter,
    request,
    step,
    reason: 'extraction',
    isProse: true,
  })
  return parseProposals(shownField.unmask(reply.text), {
    current,
    keys: metadata.outputs.map(({ name }) => name),
    keepsType: isTypeUsed(metadata, key),
    maxCandidates,
    seenValues: shownField.seenValues,
  })
}

/** Chooses what the model sees. An external one gets masked values, and no document of which one of them is unknown. */
async function prepareField(
  ctx: AnsweringDependencies,
  { metadata, key, current, answers, lines, maskedValues, calls }: ModelToAsk,
  { isExternal }: OpenedLlm,
) {
  const rules = isExternal ? toMaskingRules(metadata) : undefined
  const maskedKeys = rules?.unknown ?? []
  const usableCases = answers.flatMap(({ fieldCase, answer }) => {
    const values = listValuesToMask(fieldCase.testCase, maskedKeys, maskedValues)
    if (!values) return []
    const { expectedValue, hash } = fieldCase
    // What else stands beside a value of a masked prompt is nobody's business.
    const line = maskedKeys.length > 0 ? undefined : lines.get(fieldCase)?.line
    return [{ expectedValue, answer: answer.value, isRight: answer.isRight, line, values, hash }]
  })
  const cases = chooseCases(usableCases)
  const values = cases.flatMap((one) => one.values)
  const shownValues = cases.flatMap(({ expectedValue, answer }) => [expectedValue, answer])
  const seenValues = [...values, ...shownValues.filter((value) => value !== null)]
  const field = { key, current, cases }
  const documentHashes = cases.map(({ hash }) => hash)
  if (!rules) return { ...field, documentHashes, seenValues, unmask: (reply: string) => reply }
  const scope = metadata.tool_id
  const { field: maskedField, unmask } = await maskField(ctx, {
    rules,
    values,
    field,
    scope,
    signal: calls.signal,
  })
  return { ...maskedField, documentHashes, seenValues, unmask }
}
