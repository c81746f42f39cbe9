import type { SentTexts } from '@recto/contract/usage/sent-texts'
import type { MaskedValue } from '@recto/extraction/mask-texts'
import type { EvidenceTree, Json } from '@recto/provider-spec/answer'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { loadDocumentText } from '../answering/answering.port.ts'
import {
  findRecordedCalls,
  openMasking,
  presentSentTexts,
  runStep,
  valuesToMask,
} from '../model-calls/model-calls.port.ts'
import { toMaskingRules } from '../tools/tools.port.ts'
import { findRecordedFile, getFileExecution, type RecordedFile } from './get-execution.ts'

type SentTextsRequest = { readonly actor: Actor; readonly id: string; readonly fileId: string }

/**
 * Lists the texts that the model calls for a file sent to external adapters. The actor needs access
 * to the result of the file.
 */
export async function findSentInFile(
  ctx: Context,
  { actor, id, fileId }: SentTextsRequest,
): Promise<SentTexts> {
  await getFileExecution(ctx, { actor, id, fileId })
  const tenant = tenantOf(ctx, actor)
  return presentSentTexts(await findRecordedCalls(tenant, fileId), async () => {
    const recordedFile = await findRecordedFile(tenant, fileId)
    return recordedFile ? findOriginals(ctx, tenant, recordedFile) : []
  })
}

/** The values of a tool are JSON, with evidence of the same shape. */
type StoredValues = {
  readonly output?: Readonly<Record<string, Json>>
  readonly evidence?: Readonly<Record<string, EvidenceTree>>
}

/**
 * Finds the original values behind the placeholders: the masking rules of the tool are applied to
 * the prompts and the text again, with the values that were found for masked prompts.
 */
async function findOriginals(
  ctx: Context,
  tenant: Tenant,
  { file, plan }: RecordedFile,
): Promise<readonly MaskedValue[]> {
  const { metadata } = plan.tool
  const { output, evidence } = (file.result ?? {}) as StoredValues
  const toolRules = toMaskingRules(metadata)
  const keys = toolRules?.unknown ?? []
  const values = keys.flatMap((key) => valuesToMask(output?.[key] ?? null, evidence?.[key] ?? null))
  const rules = toolRules && { ...toolRules, values, unknown: [] }
  const masking = openMasking(ctx, { rules, scope: file.file_hash })
  const prompts = metadata.outputs.map(({ prompt }) => prompt)
  const maskedTexts = await masking?.mask([
    ...prompts,
    await readDocumentTextAgain(ctx, tenant, { file, plan }),
  ])
  return maskedTexts?.masked ?? []
}

/** Reads the text of the document from the stored reply: a replay pays no text extractor. */
async function readDocumentTextAgain(
  ctx: Context,
  tenant: Tenant,
  { file, plan }: RecordedFile,
): Promise<string> {
  const { x2text_adapter: textExtractorId } = plan.tool.metadata.tool_settings
  const calls = { runId: 'replay', callKeyPrefix: file.id, isReplay: true, step: runStep }
  const read = await loadDocumentText(ctx, tenant, {
    document: { hash: file.file_hash, name: file.file_name },
    textExtractorId,
    calls: { ...calls, claims: ctx.claims, masking: undefined },
  })
  return read.text.wholeText()
}
