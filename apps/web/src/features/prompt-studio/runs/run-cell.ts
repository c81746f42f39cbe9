import type { QueryClient } from '@tanstack/react-query'
import { outputList, runPrompt } from '../output.queries.ts'
import type { PromptOutput } from '../output.ts'
import type { Cell } from './run-queue.ts'

const ASK_AGAIN_MS = 5_000
const PATIENCE_MS = 30_000

/** Runs one cell on the server and puts its output where the screen reads it. */
export async function runCell(
  client: QueryClient,
  projectId: string,
  cell: Cell,
  onIndexing: () => void,
): Promise<void> {
  const outputs = await outputsOf(projectId, cell, onIndexing)
  const { queryKey } = outputList(projectId, cell.documentId)
  // A list that is on its way was asked for before this output existed.
  await client.cancelQueries({ queryKey })
  client.setQueryData<PromptOutput[]>(queryKey, (old = []) => merged(old, outputs))
}

async function outputsOf(
  projectId: string,
  cell: Cell,
  onIndexing: () => void,
): Promise<readonly PromptOutput[]> {
  const latest = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await runPrompt(projectId, cell)
    if (!('status' in answer)) return answer
    if (Date.now() >= latest) throw new Error(answer.message)
    onIndexing()
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

function merged(old: readonly PromptOutput[], fresh: readonly PromptOutput[]): PromptOutput[] {
  const isReplaced = (one: PromptOutput) =>
    fresh.some(
      (it) =>
        it.promptId === one.promptId &&
        it.profileId === one.profileId &&
        it.isSinglePass === one.isSinglePass,
    )
  return [...old.filter((one) => !isReplaced(one)), ...fresh]
}
