import { omitUndefined } from '@recto/omit-undefined'
import { isListType } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../../platform/db/database.ts'
import { isUserFacingError } from '../../../../platform/describe-failure.ts'
import { openLlm } from '../../../adapters/adapters.port.ts'
import {
  type AnsweringDependencies,
  endsRun,
  type LineOfValue,
  readLineOfValue,
  toFieldType,
} from '../../../answering/answering.port.ts'
import { type CallContext, callModel, openMasking } from '../../../model-calls/model-calls.port.ts'
import { computeDigest, type TestCase } from '../../regression-tests/test-cases.ts'
import { type ToolMetadata, toMaskingRules } from '../../tool-metadata.ts'
import type {
  AnsweredPrompt,
  CandidateWording,
  FieldCase,
  PromptWording,
} from '../measure/improve-field.ts'
import { buildProposalRequest, type ShownCase } from './build-proposal-request.ts'
import { parseProposals } from './parse-proposals.ts'
import { proposeFromLabels, readLabel } from './propose-from-labels.ts'

/** An expected value of a field, with the document that it belongs to. */
export type DocumentCase = FieldCase & { readonly testCase: TestCase }

type FieldToPropose = {
  readonly metadata: ToolMetadata
  readonly key: string
  readonly current: PromptWording
  readonly answers: readonly AnsweredPrompt<DocumentCase>[]
  readonly llmId: string | null
  readonly maxCandidates: number
  /** Number of earlier runs of the field, each of which gets proposals of its own. */
  readonly round: number
  readonly calls: CallContext
}

/** Maximum number of documents whose text is looked at. */
const maxReadDocuments = 24

const maxReplyTokens = 2000

/** Proposes wordings from the first part of the expected values: by a model if one was chosen, and by common labels. */
export async function proposeWordings(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  field: FieldToPropose,
): Promise<readonly CandidateWording[]> {
  const { metadata, current, maxCandidates, llmId } = field
  const keys = metadata.outputs.map(({ name }) => name)
  const lines = await readLines(ctx, tenant, field)
  const labeledCases = [...lines.values()].map(({ textBefore, textAbove }) => ({
    labels: [readLabel(textBefore) ?? readLabel(textAbove)].filter((label) => label !== undefined),
  }))
  const fromLabels = proposeFromLabels({ current, keys, cases: labeledCases, maxCandidates })
  if (llmId === null) return fromLabels
  const fromModel = await askModel(ctx, tenant, { ...field, llmId, lines })
  return [...fromModel, ...fromLabels].slice(0, maxCandidates)
}

type Lines = ReadonlyMap<DocumentCase, LineOfValue>

/** Reads the lines of the expected values, the failing ones first. Documents that cannot be read have none. */
async function readLines(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { metadata, key, current, answers, calls }: FieldToPropose,
): Promise<Lines> {
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

type ModelToAsk = FieldToPropose & { readonly llmId: string; readonly lines: Lines }

async function askModel(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { metadata, key, current, answers, llmId, maxCandidates, round, calls, lines }: ModelToAsk,
): Promise<readonly CandidateWording[]> {
  const rules = toMaskingRules(metadata)
  // Values of masked prompts are known for marked documents only, so no other words are sent.
  const hidesLines = (rules?.unknown?.length ?? 0) > 0
  const cases = answers.map(
    ({ fieldCase, answer }): ShownCase => ({
      expectedValue: fieldCase.expectedValue,
      answer: answer.value,
      isRight: answer.isRight,
      line: hidesLines ? undefined : lines.get(fieldCase)?.line,
    }),
  )
  const seenValues = cases.flatMap(({ expectedValue, answer }) => [expectedValue, answer])
  const values = seenValues.filter((value) => value !== null)
  const isMasked = rules?.unknown?.includes(key) ?? false
  const masking = openMasking(ctx, {
    rules: rules && {
      ...rules,
      unknown: undefined,
      ...omitUndefined({ values: isMasked ? [...new Set(values)].toSorted() : undefined }),
    },
    scope: calls.runId,
    signal: calls.signal,
  })
  const request = {
    ...buildProposalRequest({ key, current, cases, maxCandidates }),
    maxTokens: maxReplyTokens,
  }
  const reply = await callModel(
    tenant,
    {
      ...calls,
      masking,
      // Not of this run: a run that continues after a stop has paid for the proposals.
      callKeyPrefix: `improvement/${metadata.tool_id}/${llmId}/${key}/${round}/${computeDigest(request)}`,
      documentHash: undefined,
    },
    {
      adapter: await openLlm(ctx, tenant, llmId),
      request,
      step: 'propose',
      reason: 'extraction',
      isProse: true,
    },
  )
  return parseProposals(reply.text, { current, maxCandidates, seenValues: values })
}
