import { randomUUID } from 'node:crypto'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import {
  type AnsweredQuestion,
  type AnsweringNeeds,
  answerQuestions,
  type ConfiguredQuestion,
  highlightLines,
  rethrowExplained,
  showConfidence,
} from '../../answering/answering.port.ts'
import { ensureIndexed, markRead } from '../indexing/ensure-indexed.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'
import { studioCalls } from '../rows/studio-calls.ts'
import { settingsForRun, settingsInFacts } from './check-settings.ts'
import type { RunProfiles } from './choose-run-profiles.ts'
import { gather } from './gather.ts'
import { runOnce } from './run-once.ts'
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
export async function answerPrompt(ctx: AnsweringNeeds, run: PreparedRun): Promise<OutputRow> {
  const tenant = tenantOf(ctx, run.actor)
  const [output] = await runOnce(ctx, tenant, {
    facts: factsOf(run),
    async answer(claim) {
      const answer = answerOf((await ask(ctx, [run], claim))[0])
      await mark(ctx, { run, answer })
      return (within) => saveAnswers(within, [savingOf({ run, answer })])
    },
  })
  return output!
}

/**
 * Answers prompts of one document and one profile, whose adapter needs no model, in one go: the document
 * is prepared once, and nothing is paid that another run could be paying too. Each has an outcome of its
 * own. What is used is counted under the first one's run.
 */
export function answerPrompts(
  ctx: AnsweringNeeds,
  runs: readonly PreparedRun[],
  keep: Keep,
): readonly Promise<OutputRow>[] {
  const outcomes = ask(ctx, runs, { id: randomUUID(), isFirst: true })
  return runs.map(async (run, place) => {
    const answer = answerOf((await outcomes)[place])
    return keep({ run, answer }).catch(rethrowExplained)
  })
}

/** All that would make it another run. */
function factsOf({ question, prompt, document, project, profiles, known }: PreparedRun) {
  return {
    promptId: prompt.id,
    documentId: document.id,
    profileIds: [profiles.answering.id, profiles.storing.id],
    isHighlighted: project.enable_highlight,
    settings: settingsInFacts(project),
    question,
    known: [...known],
    customData: project.custom_data,
  }
}

type Outcomes = Awaited<ReturnType<typeof answerQuestions>>

/** What became of each, in their order. */
async function ask(
  ctx: AnsweringNeeds,
  runs: readonly PreparedRun[],
  claim: Parameters<typeof studioCalls>[1]['claim'],
): Promise<Outcomes> {
  const [first] = runs
  if (!first) return []
  const { actor, project, document, profiles, runId } = first
  const tenant = tenantOf(ctx, actor)
  const given = { document, profile: profiles.answering, userId: actor.userId }
  return answerQuestions(ctx, tenant, {
    questions: runs.map(({ question }) => question),
    document,
    keepsText: true,
    known: first.known,
    customData: first.project.custom_data,
    scope: document.id,
    calls: studioCalls(ctx, { runId, document, claim }),
    ...settingsForRun(tenant, project, document),
    ensureIndexed: ensureIndexed(ctx, tenant, given, profiles.answering.reindex),
  })
}

function answerOf(outcome: Outcomes[number] | undefined): AnsweredQuestion {
  if (!outcome) throw new Error('The prompt was not answered.')
  if (!outcome.isDone) throw outcome.error
  return outcome.value
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
    confidence: showConfidence(answer.confidence, { isHighlighted: project.enable_highlight }),
    runId,
    userId: actor.userId,
  }
}
