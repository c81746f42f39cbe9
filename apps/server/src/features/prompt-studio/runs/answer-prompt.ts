import { randomUUID } from 'node:crypto'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import {
  type AnsweredQuestion,
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
import { gather } from './gather.ts'
import { joinRun } from './join-run.ts'
import { type Saving, saveAnswers } from './save-answers.ts'

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
export async function answerPrompt(
  ctx: AnsweringNeeds,
  run: PreparedRun,
  keep = openKeeping(ctx),
): Promise<OutputRow> {
  const [output] = answerPrompts(ctx, [run], keep)
  return output!
}

/**
 * Answers prompts of one document and one profile in one go: the document is prepared once. Each has
 * an outcome of its own. What their calls use is counted under the first one's run.
 */
export function answerPrompts(
  ctx: AnsweringNeeds,
  runs: readonly PreparedRun[],
  keep: Keep,
): readonly Promise<OutputRow>[] {
  const asked: PreparedRun[] = []
  // Begins when it is known which of the runs are not under way already.
  const outcomes = Promise.resolve().then(() => ask(ctx, asked))
  return runs.map((run) =>
    joinRun(factsOf(run), async () => {
      const place = asked.push(run) - 1
      const outcome = (await outcomes)[place]
      if (!outcome) throw new Error('The prompt was not answered.')
      if (!outcome.isDone) throw outcome.error
      return keep({ run, answer: outcome.value }).catch(rethrowExplained)
    }),
  )
}

/** All that would make it another run. */
function factsOf({ actor, question, prompt, document, project, profiles, known }: PreparedRun) {
  return {
    organization: actor.organization.id,
    promptId: prompt.id,
    documentId: document.id,
    profileIds: [profiles.answering.id, profiles.storing.id],
    isHighlighted: project.enable_highlight,
    question,
    known: [...known],
  }
}

/** What became of each, in their order. */
async function ask(ctx: AnsweringNeeds, runs: readonly PreparedRun[]) {
  const [first] = runs
  if (!first) return []
  const { actor, document, profiles, runId } = first
  const tenant = tenantOf(ctx, actor)
  const given = { document, profile: profiles.answering, userId: actor.userId }
  return answerQuestions(ctx, tenant, {
    questions: runs.map(({ question }) => question),
    document,
    keepsText: true,
    known: first.known,
    scope: document.id,
    calls: { runId, callKeyPrefix: `studio/${randomUUID()}`, step: runStep, isFirst: true },
    ensureIndexed: ensureIndexed(tenant, given, profiles.answering.reindex),
  })
}

type Answered = { readonly run: PreparedRun; readonly answer: AnsweredQuestion }
type Keep = (answered: Answered) => Promise<OutputRow>

/** Stores answers to prompts of one document; those that come at the same time in one statement. */
export function openKeeping(ctx: AnsweringNeeds): Keep {
  const marked = new Set<string>()
  return gather(async (answered) => {
    const [first] = answered
    if (!first) return []
    for (const one of answered) {
      const { id } = one.run.profiles.answering
      if (!marked.has(id)) await mark(ctx, one)
      marked.add(id)
    }
    return saveAnswers(tenantOf(ctx, first.run.actor), answered.map(savingOf))
  })
}

/** Without chunks nothing else says that the document was read. */
async function mark(ctx: AnsweringNeeds, { run, answer }: Answered): Promise<void> {
  const { actor, document, profiles } = run
  const { extractorKey, passages } = answer.document
  if (passages) return
  const given = { document, profile: profiles.answering, userId: actor.userId }
  await markRead(tenantOf(ctx, actor), given, extractorKey)
}

function savingOf({ run, answer }: Answered): Saving {
  const { actor, project, prompt, document, profiles, question, runId } = run
  const { text } = answer.document
  return {
    answer,
    prompt,
    type: question.type,
    documentId: document.id,
    profileId: profiles.storing.id,
    isSinglePass: false,
    highlight: project.enable_highlight ? highlightLines(text, answer.evidence) : null,
    runId,
    userId: actor.userId,
  }
}
