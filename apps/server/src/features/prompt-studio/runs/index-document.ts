import { randomUUID } from 'node:crypto'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { assertAdaptersUsable, openLlm } from '../../adapters/adapters.port.ts'
import { getDocument } from '../documents/get-document.ts'
import { type EngineNeeds, type Run, runStep } from '../engine/engine.ts'
import { rethrowExplained } from '../engine/explain-run-error.ts'
import { openPassages } from '../engine/open-passages.ts'
import { readText } from '../engine/read-text.ts'
import { getDefaultProfile } from './get-default-profile.ts'
import { ensureIndexed, markRead } from './index-rows.ts'
import { adaptersOf, readingOf } from './reading-of.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly documentId: string }

/** Reads the document with the default profile and, where that cuts documents, indexes it anew. */
export async function indexDocument(ctx: EngineNeeds, input: Input): Promise<void> {
  const { actor, projectId } = input
  const tenant = tenantOf(ctx, actor)
  const document = await getDocument(ctx, input)
  const profile = await getDefaultProfile(tenant, projectId)
  await assertAdaptersUsable(ctx, actor, adaptersOf(profile))

  const reading = readingOf(profile)
  const runId = randomUUID()
  const run: Run = { runId, callKeyPrefix: `studio/${runId}`, step: runStep }
  try {
    const read = await readText(ctx, tenant, { document, ...reading, step: runStep })
    const { llm } = await openLlm(ctx, tenant, reading.llmId)
    const passages =
      reading.chunkSize > 0 && !llm.answer
        ? await openPassages(ctx, tenant, { reading, document, scope: document.id, run, ...read })
        : undefined
    const given = { document, profile, userId: actor.userId }
    if (passages) await ensureIndexed(tenant, given, true)(passages)
    else await markRead(tenant, given, read.extractorKey)
  } catch (error) {
    rethrowExplained(error)
  }
}
