import type { EvidenceTree, FieldType, Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { storableJson, storableText } from '../../../platform/db/storable.ts'
import type { AskedWith } from '../../../platform/db/tables/prompt-studio.ts'
import {
  type AnsweredQuestion,
  type Highlight,
  presentListReport,
  type ShownConfidence,
} from '../../answering/answering.port.ts'
import { hashOfValue, keepRunRecords, type RunRecord } from '../../model-calls/model-calls.port.ts'
import { digestOfContext, keepContext } from '../rows/contexts.store.ts'
import { type OutputRow, saveOutputs } from '../rows/outputs.store.ts'

export type Saving = {
  readonly answer: AnsweredQuestion
  readonly prompt: { readonly id: string; readonly project_id: string }
  readonly type: FieldType
  readonly documentId: string
  readonly profileId: string
  readonly isSinglePass: boolean
  /** Its place among the prompts of a single pass, where it was asked in one call with them. */
  readonly place?: number | undefined
  readonly highlight: Highlight
  /** Absent when nothing supports the value. */
  readonly confidence: ShownConfidence | undefined
  readonly runId: string
  readonly userId: number
  readonly asked: AskedWith
}

/** Saves answers of different prompts and returns their rows in the same order. */
export async function saveAnswers(
  tenant: Tenant,
  savings: readonly Saving[],
): Promise<readonly OutputRow[]> {
  const contextOf = openContexts(tenant)
  await keepSources(tenant, savings)
  const outputs = []
  for (const saving of savings) outputs.push(outputOf(saving, await contextOf(saving)))
  const rows = await saveOutputs(tenant, outputs)
  await keepRunRecords(tenant, savings.map(recordOf))
  const byPrompt = new Map(rows.map((row) => [row.prompt_id, row]))
  return savings.map(({ prompt }) => {
    const row = byPrompt.get(prompt.id)
    if (!row) throw new Error('An output was not stored.')
    return row
  })
}

/** What the run can be replayed by, beside the replies that are kept. */
function recordOf({ answer, isSinglePass, place, ...of }: Saving): RunRecord {
  const { question, value, document, keptUnder } = answer
  const asked = { question, document, place, keptUnder, ...of }
  return recordOfAsked(asked, { isSinglePass, value: { hash: hashOfValue(value) } })
}

/** What was asked of a document. */
export type AskedOf = Pick<AnsweredQuestion, 'question' | 'document' | 'keptUnder'> &
  Pick<Saving, 'runId' | 'documentId' | 'profileId' | 'place'>

/** Keeps what was asked in one call with others and failed: without it they cannot be replayed. */
export async function keepFailed(tenant: Tenant, failed: readonly AskedOf[]): Promise<void> {
  await keepRunRecords(
    tenant,
    failed.map((asked) => recordOfAsked(asked, { isSinglePass: true, value: { hash: null } })),
  )
}

type Came = { readonly isSinglePass: boolean; readonly value: { readonly hash: string | null } }

function recordOfAsked(
  { question, document, runId, documentId, profileId, place, keptUnder }: AskedOf,
  { isSinglePass, value }: Came,
): RunRecord {
  const isAlone = isSinglePass && place === undefined
  return {
    ...{ runId, documentId, profileId, key: question.key },
    question: {
      ...question,
      isSinglePass,
      ...(place !== undefined && { place }),
      ...(isAlone && { isAlone }),
      ...(keptUnder !== undefined && { keptUnder }),
      ...(document.source !== undefined && { sourceDigest: digestOfContext(document.source) }),
    },
    documentHash: document.hash,
    textHash: document.textHash,
    settings: document.settings,
    valueHash: value.hash,
  }
}

/** What was answered from in the place of the document's text, which may be made anew. */
async function keepSources(tenant: Tenant, savings: readonly Saving[]): Promise<void> {
  const sources = new Map(
    savings.flatMap(({ answer: { document }, documentId }) =>
      document.source === undefined ? [] : [[document.source, documentId] as const],
    ),
  )
  for (const [text, documentId] of sources) await keepContext(tenant, { documentId, text })
}

type Context = { readonly context: string; readonly context_digest: string | null }

function outputOf(saving: Saving, context: Context) {
  const { value, report, explanation } = saving.answer
  const text = outputText(value, saving.type)
  return {
    project_id: saving.prompt.project_id,
    prompt_id: saving.prompt.id,
    document_id: saving.documentId,
    profile_id: saving.profileId,
    is_single_pass: saving.isSinglePass,
    output: text === null ? null : storableText(text),
    ...context,
    evidence: jsonOf(saving.answer.evidence),
    explanation: explanation ? storableJson(explanation) : null,
    highlight: jsonOf(saving.highlight),
    report: report ? storableJson(presentListReport(report)) : null,
    challenge: saving.answer.challenge ? storableJson(saving.answer.challenge) : null,
    confidence: saving.confidence ? storableJson(saving.confidence) : null,
    run_id: saving.runId,
    asked: storableJson(saving.asked),
    created_by: saving.userId,
    modified_by: saving.userId,
  }
}

/** Chunks are kept with the output; the whole text once for all outputs of the document. */
function openContexts(tenant: Tenant): (saving: Saving) => Promise<Context> {
  const digests = new Map<string, Promise<string>>()
  return async ({ answer: { context, document }, documentId }) => {
    const [whole] = context
    if (document.passages || context.length !== 1 || whole === undefined) {
      return { context: storableJson(context), context_digest: null }
    }
    const name = `${documentId} ${whole}`
    const keeping = digests.get(name) ?? keepContext(tenant, { documentId, text: whole })
    digests.set(name, keeping)
    return { context: '[]', context_digest: await keeping }
  }
}

/** A value as the studio shows and stores it: clients measure its length, so it is a text or null. */
function outputText(value: Json, type: FieldType): string | null {
  if (value === null) return null
  if (type === 'json' || typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : String(value)
  return value
}

const jsonOf = (tree: EvidenceTree | Highlight) => (tree === null ? null : storableJson(tree))
