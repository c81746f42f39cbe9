import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../platform/context.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import { answerAndKeep } from './answer-prompts.ts'
import { findPrompts } from './prepare-runs.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptId: string
  readonly documentId: string
}

/** Runs one prompt here and now, for whoever makes a project in one go; nobody else can be at it. */
export async function runPrompt(
  ctx: AnsweringNeeds,
  { actor, projectId, promptId, documentId }: Input,
): Promise<OutputRow> {
  const { prompts, on } = await findPrompts(ctx, { actor, projectId, promptIds: [promptId] })
  const [prompt] = prompts
  if (!prompt) throw new Error('A note cannot be run.')
  const run = await (await on(documentId, undefined)).prepare(prompt)
  const id = randomUUID()
  return answerAndKeep(ctx, run, { runId: id, claim: { id, isFirst: true } })
}
