import { type Actor, tenantOf } from '../../../platform/context.ts'
import { assertAdaptersUsable, openLlm } from '../../adapters/adapters.port.ts'
import {
  type AnsweringNeeds,
  openPassages,
  readText,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { adaptersOf, hiddenTextOf, profileSettings } from '../profiles/answer-settings-of.ts'
import { getDefaultProfile } from '../rows/get-default-profile.ts'
import { getDocument } from '../rows/get-document.ts'
import { getProject } from '../rows/get-project.ts'
import { maskingRules } from '../rows/masking-rules.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { studioCalls } from '../rows/studio-calls.ts'
import { ensureIndexed, markRead } from './ensure-indexed.ts'
import { removeSuperseded } from './remove-superseded.ts'
import { summariseDocument } from './summarise-document.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  /** Who does it, as its calls have to know. */
  readonly hold: Omit<Parameters<typeof studioCalls>[1], 'document' | 'rules'>
}

/**
 * Reads the document with the default profile and, where that cuts documents, indexes it anew. Where the
 * project wants summaries, one is made too.
 */
export async function indexDocument(ctx: AnsweringNeeds, input: Input): Promise<void> {
  const project = await getProject(ctx, input)
  await indexText(ctx, input, project)
  if (!project.summarize_context) return
  const document = await getDocument(ctx, input)
  await summariseDocument(ctx, { actor: input.actor, project, document }).catch(rethrowExplained)
}

async function indexText(ctx: AnsweringNeeds, input: Input, project: ProjectRow): Promise<void> {
  const { actor, projectId } = input
  const tenant = tenantOf(ctx, actor)
  const document = await getDocument(ctx, input)
  const profile = await getDefaultProfile(tenant, projectId)
  await assertAdaptersUsable(ctx, actor, adaptersOf(profile))

  const settings = { ...profileSettings(profile), ...hiddenTextOf(project.hidden_text_policy) }
  const rules = await maskingRules(tenant, project, document.id)
  const calls = studioCalls(ctx, { ...input.hold, document, rules })
  const given = { document, profile, userId: actor.userId }
  try {
    const { textExtractorId, hiddenText } = settings
    const read = await readText(ctx, tenant, {
      document,
      textExtractorId,
      hiddenText,
      calls,
      isKept: true,
    })
    const llm = await openLlm(ctx, tenant, settings.llmId)
    if (settings.chunkSize === 0 || llm.llm.answer) {
      await markRead(tenant, given, read.extractorKey)
      await removeSuperseded(ctx, tenant, { documentId: document.id, profile })
      return
    }
    const from = { settings, document, scope: document.id, calls, llm, ...read }
    await ensureIndexed(ctx, tenant, given, true)(await openPassages(ctx, tenant, from))
  } catch (error) {
    rethrowExplained(error)
  }
}
