import type { SentTexts } from '@recto/contract/sent-texts'
import type { Masked } from '@recto/extraction/mask-texts'
import { tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openTextExtractor } from '../../adapters/adapters.port.ts'
import {
  type AnsweringNeeds,
  type ConfiguredQuestion,
  findText,
  keyOfReading,
} from '../../answering/answering.port.ts'
import {
  findRecordedCalls,
  findRunRecords,
  openMasking,
  type RecordedCall,
  type RunRecord,
  sentTexts,
} from '../../model-calls/model-calls.port.ts'
import { found, listRecordedRuns } from './recorded-runs.ts'

type Asked = Parameters<typeof listRecordedRuns>[1] & { readonly run: string }

/** What the calls of a run have sent to adapters that are outside, for whoever may see its document. */
export async function findSentInRun(
  ctx: AnsweringNeeds,
  { run, ...of }: Asked,
): Promise<SentTexts> {
  const tenant = tenantOf(ctx, of.actor)
  const { runIds } = found(await listRecordedRuns(ctx, of), run)
  const calls: RecordedCall[] = []
  const records: RunRecord[] = []
  for (const id of runIds) {
    const ofRun = await findRunRecords(tenant, id)
    records.push(...ofRun.filter(({ documentId }) => documentId === of.documentId))
    calls.push(...(await findRecordedCalls(tenant, id)))
  }
  return sentTexts(calls, () => originalsOf(ctx, tenant, records))
}

/** Under the rules that were recorded, from what of the document and its questions is still there. */
async function originalsOf(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  records: readonly RunRecord[],
): Promise<readonly Masked[]> {
  const known: Masked[] = []
  const byRules = Map.groupBy(records, (record) => JSON.stringify(questionIn(record).settings))
  for (const [first, ...others] of byRules.values()) {
    if (!first) continue
    const questions = [first, ...others].map((record) => questionIn(record).prompt)
    const { masking: rules, instructions } = questionIn(first).settings
    const masking = openMasking(ctx, { rules, scope: first.documentHash })
    const { preamble, postamble } = instructions
    const text = (await textOf(ctx, tenant, first)) ?? ''
    const masked = await masking?.mask([preamble, postamble, ...questions, text])
    known.push(...(masked?.masked ?? []))
  }
  return known
}

const questionIn = ({ question, settings }: RunRecord) =>
  ({ ...(question as object), settings }) as ConfiguredQuestion

async function textOf(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  record: RunRecord,
): Promise<string | undefined> {
  const { textExtractorId, hiddenText } = questionIn(record).settings
  const opened = await openTextExtractor(ctx, tenant, textExtractorId)
  const extractorKey = keyOfReading(opened, hiddenText)
  const document = { hash: record.documentHash, name: record.key }
  const text = await findText(ctx, tenant, { document, extractorKey })
  return text?.wholeText()
}
