import type { SentTexts } from '@recto/contract/sent-texts'
import type { Masked } from '@recto/extraction/mask-texts'
import type { EvidenceTree, Json } from '@recto/provider-spec/answer'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { readText } from '../answering/answering.port.ts'
import {
  findRecordedCalls,
  openMasking,
  runStep,
  sentTexts,
  valuesToMask,
} from '../model-calls/model-calls.port.ts'
import { maskingRulesOf, type Tool } from '../tools/tools.port.ts'
import { findRecordedFile, type RecordedFile } from './find-recorded-file.ts'
import { getFileExecution } from './get-execution.ts'

type Asked = { readonly actor: Actor; readonly id: string; readonly fileId: string }

/** What the calls for a file have sent to adapters that are outside, for whoever may see its result. */
export async function findSentInFile(
  ctx: Context,
  { actor, id, fileId }: Asked,
): Promise<SentTexts> {
  await getFileExecution(ctx, { actor, id, fileId })
  const tenant = tenantOf(ctx, actor)
  return sentTexts(await findRecordedCalls(tenant, fileId), async () => {
    const recorded = await findRecordedFile(tenant, fileId)
    return recorded ? originalsOf(ctx, tenant, recorded) : []
  })
}

type Stored = {
  readonly output?: Readonly<Record<string, Json>>
  readonly evidence?: Readonly<Record<string, EvidenceTree>>
} | null

/** Under the rules of its tool, with the values that were found for masked prompts. */
async function originalsOf(
  ctx: Context,
  tenant: Tenant,
  { file, plan }: RecordedFile,
): Promise<readonly Masked[]> {
  const { metadata } = plan.tool as Tool
  const { output, evidence } = (file.result as Stored) ?? {}
  const given = maskingRulesOf(metadata)
  const keys = given?.unknown ?? []
  const values = keys.flatMap((key) => valuesToMask(output?.[key] ?? null, evidence?.[key] ?? null))
  const rules = given && { ...given, values, unknown: [] }
  const masking = openMasking(ctx, { rules, scope: file.file_hash })
  const prompts = metadata.outputs.map(({ prompt }) => prompt)
  const masked = await masking?.mask([...prompts, await textOf(ctx, tenant, { file, plan })])
  return masked?.masked ?? []
}

/** What is paid is not read again: its text is kept. */
async function textOf(ctx: Context, tenant: Tenant, { file, plan }: RecordedFile): Promise<string> {
  const { x2text_adapter: textExtractorId } = (plan.tool as Tool).metadata.tool_settings
  const calls = { runId: 'replay', callKeyPrefix: file.id, isReplay: true, step: runStep }
  const read = await readText(ctx, tenant, {
    document: { hash: file.file_hash, name: file.file_name },
    textExtractorId,
    calls: { ...calls, claims: ctx.claims, masking: undefined },
  })
  return read.text.wholeText()
}
