import { randomUUID } from 'node:crypto'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type AnsweringNeeds,
  answerQuestions,
  type ConfiguredQuestion,
  highlightLines,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { runStep } from '../../model-calls/model-calls.port.ts'
import { ensureIndexed, markRead } from '../indexing/ensure-indexed.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'
import type { RunProfiles } from './choose-run-profiles.ts'
import { joinRun } from './join-run.ts'
import { saveAnswer } from './save-answer.ts'

/** One prompt with everything that its run needs, found and allowed. */
export type PreparedRun = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly prompt: PromptRow
  readonly document: DocumentRow
  readonly profiles: RunProfiles
  readonly question: ConfiguredQuestion
  readonly known: ReadonlyMap<string, string>
  readonly runId: string
}

/** Returns the output when it is stored. */
export async function answerPrompt(ctx: AnsweringNeeds, run: PreparedRun): Promise<OutputRow> {
  const { question, prompt, document, project, profiles, known } = run
  const tenant = tenantOf(ctx, run.actor)
  const facts = {
    organization: tenant.organizationId,
    promptId: prompt.id,
    documentId: document.id,
    profileIds: [profiles.answering.id, profiles.storing.id],
    isHighlighted: project.enable_highlight,
    question,
    known: [...known],
  }
  return joinRun(facts, () => answer(ctx, tenant, run).catch(rethrowExplained))
}

async function answer(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { actor, project, prompt, document, profiles, question, known, runId }: PreparedRun,
): Promise<OutputRow> {
  const { answering, storing } = profiles
  const given = { document, profile: answering, userId: actor.userId }
  const [answer] = await answerQuestions(ctx, tenant, {
    questions: [question],
    document,
    keepsText: true,
    known,
    scope: document.id,
    calls: { runId, callKeyPrefix: `studio/${randomUUID()}`, step: runStep },
    ensureIndexed: ensureIndexed(tenant, given, answering.reindex),
  })
  if (!answer) throw new Error(`The prompt “${prompt.key}” was not answered.`)
  const { text, extractorKey, passages } = answer.document
  if (!passages) await markRead(tenant, given, extractorKey)
  return saveAnswer(tenant, answer, {
    prompt,
    type: question.type,
    documentId: document.id,
    profileId: storing.id,
    isSinglePass: false,
    highlight: project.enable_highlight ? highlightLines(text, answer.evidence) : null,
    runId,
    userId: actor.userId,
  })
}
