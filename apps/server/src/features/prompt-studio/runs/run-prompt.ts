import { randomUUID } from 'node:crypto'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import { answerRuns, saveRunAnswers } from './answer-prompts.ts'
import { findProjectPrompts } from './prepare-runs.ts'

type RunPromptRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptId: string
  readonly documentId: string
}

/**
 * Runs one prompt in this process, for callers that create a project in one request. Nobody else
 * can run it at the same time.
 */
export async function runPrompt(
  ctx: AnsweringDependencies,
  { actor, projectId, promptId, documentId }: RunPromptRequest,
): Promise<OutputRow> {
  const { prompts, prepareDocument } = await findProjectPrompts(ctx, {
    actor,
    projectId,
    promptIds: [promptId],
  })
  const [prompt] = prompts
  if (!prompt) throw new Error('A note cannot be run.')
  const run = await (await prepareDocument(documentId, undefined)).prepareRun(prompt)
  const id = randomUUID()
  const [outcome] = await answerRuns(ctx, [run], { runId: id, claim: { id, isFirst: true } })
  if (!outcome) throw new Error('The prompt was not answered.')
  if (!outcome.isOk) throw outcome.error
  const answeredRun = { run, runId: id, answer: outcome.value }
  const [output] = await inTransaction(tenantOf(ctx, actor), (transaction) =>
    saveRunAnswers(transaction, [answeredRun]),
  )
  if (!output) throw new Error('The output was not stored.')
  return output
}
