import { randomUUID } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import {
  type AnsweringNeeds,
  answerQuestions,
  type ConfiguredQuestion,
  highlightLines,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { runStep } from '../../model-calls/model-calls.port.ts'
import { ensureIndexed, markRead } from '../indexing/ensure-indexed.ts'
import { adaptersOf } from '../profiles/answer-settings-of.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { getDocument } from '../rows/get-document.ts'
import { getProject } from '../rows/get-project.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { findPrompt, type PromptRow } from '../rows/prompts.store.ts'
import { checkSettings } from './check-settings.ts'
import { findKnownValues } from './find-known-values.ts'
import { findRunProfiles, type RunProfiles } from './find-run-profiles.ts'
import { joinRun } from './join-run.ts'
import { questionOf } from './question-of.ts'
import { saveAnswer } from './save-answer.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptId: string
  readonly documentId: string
  readonly profileId?: string | undefined
  readonly runId?: string | undefined
}

type Prepared = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly prompt: PromptRow
  readonly document: DocumentRow
  readonly profiles: RunProfiles
  readonly question: ConfiguredQuestion
  readonly known: ReadonlyMap<string, string>
  readonly runId: string
}

/** Runs one prompt and returns its output when that is stored. */
export async function runPrompt(ctx: AnsweringNeeds, input: Input): Promise<OutputRow> {
  const tenant = tenantOf(ctx, input.actor)
  const prepared = await prepare(ctx, tenant, input)
  const { question, document, project, profiles, known } = prepared
  const facts = {
    organization: tenant.organizationId,
    promptId: input.promptId,
    documentId: document.id,
    profileIds: [profiles.answering.id, profiles.storing.id],
    isHighlighted: project.enable_highlight,
    question,
    known: [...known],
  }
  return joinRun(facts, () => run(ctx, tenant, prepared).catch(rethrowExplained))
}

async function prepare(ctx: AnsweringNeeds, tenant: Tenant, input: Input): Promise<Prepared> {
  const { actor, projectId, promptId, runId = randomUUID() } = input
  const project = await getProject(ctx, { actor, projectId })
  const prompt = await findPrompt(tenant, promptId)
  if (prompt?.project_id !== projectId) throw notFound('prompt')
  const document = await getDocument(ctx, input)
  const profiles = await findRunProfiles(tenant, {
    projectId,
    requestedId: input.profileId,
    promptProfileId: prompt.profile_id,
  })
  const { answering, storing } = profiles
  const question = questionOf(project, prompt, answering)
  await assertAdaptersUsable(ctx, actor, adaptersOf(answering))
  await checkSettings(ctx, tenant, project, document)
  const known = await findKnownValues(tenant, {
    projectId,
    documentId: document.id,
    profileId: storing.id,
    texts: [prompt.prompt],
  })
  return { actor, project, prompt, document, profiles, question, known, runId }
}

async function run(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { actor, project, prompt, document, profiles, question, known, runId }: Prepared,
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
