import type { QueryClient } from '@tanstack/react-query'
import { outputList, type PromptReply, runPrompt, runPrompts } from '../output.queries.ts'
import type { PromptOutput } from '../output.ts'
import type { Batch, Cell, Progress } from './run-queue.ts'

const ASK_AGAIN_MS = 5_000
const PATIENCE_MS = 30_000
/** What settles within this time is shown together. */
const GATHER_MS = 100

/** Runs the cells on the server and puts their outputs where the screen reads them. */
export async function runBatch(
  client: QueryClient,
  projectId: string,
  batch: Batch,
  progress: Progress,
): Promise<void> {
  const [cell, ...others] = batch
  if (others.length > 0) return runTogether(client, projectId, batch, progress)
  await keep(client, projectId, cell, await outputsOf(projectId, cell, progress.indexing))
}

async function runTogether(
  client: QueryClient,
  projectId: string,
  batch: Batch,
  progress: Progress,
): Promise<void> {
  const [{ documentId, profileId }] = batch
  const cellOf = new Map(batch.map((cell) => [cell.promptId, cell]))
  const promptIds = [...cellOf.keys()]
  let settled: PromptReply[] = []

  async function show() {
    const shown = settled
    settled = []
    const outputs = shown.flatMap((it) => ('output' in it ? [it.output] : []))
    if (outputs.length > 0) await keep(client, projectId, { documentId }, outputs)
    progress.done(outputs.flatMap(({ promptId }) => cellOf.get(promptId) ?? []))
    for (const it of shown) {
      const cell = cellOf.get(it.promptId)
      if (cell && 'failure' in it) progress.failed(cell, new Error(it.failure))
    }
  }

  const timer = setInterval(() => settled.length > 0 && void show(), GATHER_MS)
  try {
    await runPrompts(projectId, { promptIds, profileId, documentId }, (it) => settled.push(it))
  } finally {
    clearInterval(timer)
    await show()
  }
}

async function keep(
  client: QueryClient,
  projectId: string,
  { documentId }: Pick<Cell, 'documentId'>,
  outputs: readonly PromptOutput[],
): Promise<void> {
  const { queryKey } = outputList(projectId, documentId)
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
  const replaced = new Set(fresh.map(nameOf))
  return [...old.filter((one) => !replaced.has(nameOf(one))), ...fresh]
}

const nameOf = ({ promptId, profileId, isSinglePass }: PromptOutput) =>
  `${promptId}/${profileId}/${isSinglePass}`
