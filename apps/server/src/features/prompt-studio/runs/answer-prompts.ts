import { tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Lease } from '../../../platform/leases/leases.ts'
import {
  type AnsweredQuestion,
  type AnsweringNeeds,
  answerQuestions,
  highlightLines,
  rethrowExplained,
  showConfidence,
} from '../../answering/answering.port.ts'
import { ensureIndexed, markRead } from '../indexing/ensure-indexed.ts'
import { askedWith } from '../rows/asked-with.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import { studioCalls } from '../rows/studio-calls.ts'
import { settingsForRun } from './check-settings.ts'
import type { PreparedRun } from './prepare-runs.ts'
import { type Saving, saveAnswers } from './save-answers.ts'

/** Who runs it, as its calls have to know. */
export type RunHold = {
  /** Usage is counted under it. */
  readonly runId: string
  /** The same for whoever takes the run over, so that what is paid is found. */
  readonly claim: Parameters<typeof studioCalls>[1]['claim']
} & Partial<Pick<Lease, 'signal' | 'outside'>> &
  Pick<Parameters<typeof studioCalls>[1], 'onCall'>

type Outcomes = Awaited<ReturnType<typeof answerQuestions>>
export type AnsweredRun = { readonly run: PreparedRun; readonly answer: AnsweredQuestion }

/** What became of runs of one document and one profile, in their order; the document is prepared once. */
export async function askPrompts(
  ctx: AnsweringNeeds,
  runs: readonly PreparedRun[],
  hold: RunHold,
): Promise<Outcomes> {
  const [first] = runs
  if (!first) return []
  const { actor, project, document, profiles } = first
  const tenant = tenantOf(ctx, actor)
  const given = { document, profile: profiles.answering, userId: actor.userId }
  return answerQuestions(ctx, tenant, {
    questions: runs.map(({ question }) => question),
    document,
    keepsText: true,
    known: first.known,
    customData: project.custom_data,
    scope: document.id,
    calls: studioCalls(ctx, { ...hold, document, rules: first.question.settings.masking }),
    ...settingsForRun(tenant, project, document),
    ensureIndexed: ensureIndexed(ctx, tenant, given, profiles.answering.reindex),
  })
}

/** Stores answers to different prompts of one document. Call it in a transaction. */
export async function keepAnswers(
  tenant: Tenant,
  answered: readonly AnsweredRun[],
  runIdOf: (run: PreparedRun) => string,
): Promise<readonly OutputRow[]> {
  const marked = new Set<string>()
  for (const one of answered) {
    const { id } = one.run.profiles.answering
    if (!marked.has(id)) await mark(tenant, one)
    marked.add(id)
  }
  const savings = answered.map((one) => savingOf(one, runIdOf(one.run)))
  return saveAnswers(tenant, savings).catch(rethrowExplained)
}

/** Answers one prompt and stores its output, all in the caller's hands. */
export async function answerAndKeep(
  ctx: AnsweringNeeds,
  run: PreparedRun,
  hold: RunHold,
): Promise<OutputRow> {
  const [outcome] = await askPrompts(ctx, [run], hold)
  if (!outcome) throw new Error('The prompt was not answered.')
  if (!outcome.isDone) throw outcome.error
  const answered = { run, answer: outcome.value }
  const [output] = await inTransaction(tenantOf(ctx, run.actor), (within) =>
    keepAnswers(within, [answered], () => hold.runId),
  )
  if (!output) throw new Error('The output was not stored.')
  return output
}

/** Without chunks nothing else says that the document was read. */
async function mark(tenant: Tenant, { run, answer }: AnsweredRun): Promise<void> {
  const { actor, document, profiles } = run
  const { extractorKey, passages } = answer.document
  if (passages) return
  const given = { document, profile: profiles.answering, userId: actor.userId }
  await markRead(tenant, given, extractorKey)
}

function savingOf({ run, answer }: AnsweredRun, runId: string): Saving {
  const { actor, project, prompt, document, profiles, question } = run
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
    asked: askedWith({ project, prompt, profile: profiles.answering, documentHash: document.hash }),
  }
}
