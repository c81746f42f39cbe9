import { mostSentCalls, mostSentLetters } from '@recto/contract/recorded-runs'
import type { Masked } from '@recto/extraction/mask-texts'
import { tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openTextExtractor } from '../../adapters/adapters.port.ts'
import {
  type AnsweringNeeds,
  type ConfiguredQuestion,
  findText,
} from '../../answering/answering.port.ts'
import {
  findRecordedCalls,
  findRunRecords,
  openMasking,
  type RecordedCall,
  type RunRecord,
} from '../../model-calls/model-calls.port.ts'
import { found, listRecordedRuns } from './recorded-runs.ts'
import { stepOf } from './replayed.ts'

/** One call as it left the house. */
type SentCall = {
  readonly step: string
  readonly model: string
  readonly system: string
  readonly prompt: string
  readonly isCut: boolean
}

type Sent = {
  readonly calls: readonly SentCall[]
  readonly placeholders: readonly {
    readonly placeholder: string
    readonly original: string | null
  }[]
}

type Asked = Parameters<typeof listRecordedRuns>[1] & { readonly run: string }

/**
 * What the calls of a run have sent to adapters that are outside. The values are stored nowhere: they are masked
 * again, and what stands for them is looked up.
 */
export async function findSentInRun(ctx: AnsweringNeeds, { run, ...of }: Asked): Promise<Sent> {
  const tenant = tenantOf(ctx, of.actor)
  const { runIds } = found(await listRecordedRuns(ctx, of), run)
  const calls: SentCall[] = []
  const records: RunRecord[] = []
  for (const id of runIds) {
    const ofRun = await findRunRecords(tenant, id)
    records.push(...ofRun.filter(({ documentId }) => documentId === of.documentId))
    if (calls.length < mostSentCalls) {
      calls.push(...(await findRecordedCalls(tenant, id)).flatMap((call) => sentBy(call) ?? []))
    }
  }
  const shown = calls.slice(0, mostSentCalls)
  const used = new Set(
    shown.flatMap(({ prompt, system }) => `${prompt} ${system}`.match(strictPlaceholder) ?? []),
  )
  const known = used.size > 0 ? await originalsOf(ctx, tenant, records) : new Map()
  return {
    calls: shown,
    placeholders: [...used].map((placeholder) => ({
      placeholder,
      original: known.get(placeholder) ?? null,
    })),
  }
}

const strictPlaceholder = /\[[A-Z]{4,5}-[BCDFGHJKLMNPQRSTVWXZ]{5}\]/g

type Kept = {
  readonly isOutside?: boolean
  readonly system?: string
  readonly prompt?: string
}

function sentBy(call: RecordedCall): SentCall | undefined {
  const { isOutside, system = '', prompt = '' } = (call.request ?? {}) as Kept
  if (!isOutside) return undefined
  return {
    step: stepOf(call),
    model: call.model,
    system: system.slice(0, mostSentLetters),
    prompt: prompt.slice(0, mostSentLetters),
    isCut: Math.max(prompt.length, system.length) > mostSentLetters,
  }
}

/** Under the rules that were recorded, from what of the document and its questions is still there. */
async function originalsOf(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  records: readonly RunRecord[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>()
  const byRules = Map.groupBy(records, (record) => JSON.stringify(questionIn(record).settings))
  for (const [first, ...others] of byRules.values()) {
    if (!first) continue
    const questions = [first, ...others].map((record) => questionIn(record).prompt)
    const text = await textOf(ctx, tenant, first)
    const { masking: rules, instructions } = questionIn(first).settings
    const masking = openMasking(ctx, { rules, scope: first.documentHash })
    const { preamble, postamble } = instructions
    const masked = await masking?.mask([preamble, postamble, ...questions, text ?? ''])
    for (const one of masked?.masked ?? []) add(known, one)
  }
  return known
}

const add = (known: Map<string, string>, { placeholder, original }: Masked) =>
  known.set(placeholder, original)

const questionIn = ({ question, settings }: RunRecord) =>
  ({ ...(question as object), settings }) as ConfiguredQuestion

async function textOf(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  record: RunRecord,
): Promise<string | undefined> {
  const { textExtractorId } = questionIn(record).settings
  const { key: extractorKey } = await openTextExtractor(ctx, tenant, textExtractorId)
  const document = { hash: record.documentHash, name: record.key }
  const text = await findText(ctx, tenant, { document, extractorKey })
  return text?.wholeText()
}
