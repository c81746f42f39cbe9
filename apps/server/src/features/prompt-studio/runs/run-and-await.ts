import { randomUUID } from 'node:crypto'
import type { Actor, Context } from '../../../platform/context.ts'
import { askForIndex, askForPrompt } from './ask-for-runs.ts'
import { awaitOutcome, type Gained } from './await-outcome.ts'
import { startOrTakeUp } from './start-or-take-up.ts'

type OnDocument = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

/**
 * Has a worker run a prompt with its own profile, for a caller without a session whom nothing else tells of it.
 * Returns `undefined` when this process is to end before; asked for again, it is the same run.
 */
export async function runAndAwait(
  ctx: Context,
  { promptId, ...on }: OnDocument & { readonly promptId: string },
): Promise<Gained | undefined> {
  const wanted = await askForPrompt(ctx, { ...on, promptId, profileId: undefined })
  if (wanted.length === 0) return { rows: [], failed: [] }
  const operation = 'fetch_response'
  const task = await startOrTakeUp(ctx, { ...on, operation, logEventsId: randomUUID(), wanted })
  return awaitOutcome(ctx, on.actor, task)
}

/** Has a worker read a document, in the same way. */
export async function indexAndAwait(ctx: Context, on: OnDocument): Promise<Gained | undefined> {
  const wanted = await askForIndex(ctx, on)
  const operation = 'index_document'
  const task = await startOrTakeUp(ctx, { ...on, operation, logEventsId: randomUUID(), wanted })
  return awaitOutcome(ctx, on.actor, task)
}
