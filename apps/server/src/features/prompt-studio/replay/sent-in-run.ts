import type { SentTexts } from '@recto/contract/usage/sent-texts'
import type { MaskedValue } from '@recto/extraction/mask-texts'
import { tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openTextExtractor } from '../../adapters/adapters.port.ts'
import {
  type AnsweringDependencies,
  type ConfiguredQuestion,
  findStoredText,
  getExtractorKey,
} from '../../answering/answering.port.ts'
import {
  findRecordedCalls,
  findRunRecords,
  openMasking,
  presentSentTexts,
  type RecordedCall,
  type RunRecord,
} from '../../model-calls/model-calls.port.ts'
import { getRecordedRun, listRecordedRuns, type RecordedRunsQuery } from './recorded-runs.ts'

type SentInRunRequest = RecordedRunsQuery & { readonly run: string }

/**
 * Finds what the calls of a run have sent to external adapters, for callers who may see its
 * document.
 */
export async function findSentInRun(
  ctx: AnsweringDependencies,
  { run, ...documentRequest }: SentInRunRequest,
): Promise<SentTexts> {
  const tenant = tenantOf(ctx, documentRequest.actor)
  const { runIds } = getRecordedRun(await listRecordedRuns(ctx, documentRequest), run)
  const calls: RecordedCall[] = []
  const records: RunRecord[] = []
  for (const id of runIds) {
    const runRecords = await findRunRecords(tenant, id)
    records.push(
      ...runRecords.filter(({ documentId }) => documentId === documentRequest.documentId),
    )
    calls.push(...(await findRecordedCalls(tenant, id)))
  }
  return presentSentTexts(calls, () => loadMaskedValues(ctx, tenant, records))
}

/**
 * Restores the masked values with the recorded rules, as far as the document and its questions
 * still exist.
 */
async function loadMaskedValues(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  records: readonly RunRecord[],
): Promise<readonly MaskedValue[]> {
  const maskedValues: MaskedValue[] = []
  const byRules = Map.groupBy(records, (record) => JSON.stringify(toQuestion(record).settings))
  for (const [first, ...rest] of byRules.values()) {
    if (!first) continue
    const questions = [first, ...rest].map((record) => toQuestion(record).prompt)
    const { masking: rules, instructions } = toQuestion(first).settings
    const masking = openMasking(ctx, { rules, scope: first.documentHash })
    const { preamble, postamble } = instructions
    const text = (await loadText(ctx, tenant, first)) ?? ''
    const maskedTexts = await masking?.mask([preamble, postamble, ...questions, text])
    maskedValues.push(...(maskedTexts?.masked ?? []))
  }
  return maskedValues
}

const toQuestion = ({ question, settings }: RunRecord) =>
  ({ ...(question as object), settings }) as ConfiguredQuestion

async function loadText(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  record: RunRecord,
): Promise<string | undefined> {
  const { textExtractorId, hiddenText } = toQuestion(record).settings
  const textExtractor = await openTextExtractor(ctx, tenant, textExtractorId)
  const extractorKey = getExtractorKey(textExtractor, hiddenText)
  const document = { hash: record.documentHash, name: record.key }
  const text = await findStoredText(ctx, tenant, { document, extractorKey })
  return text?.wholeText()
}
