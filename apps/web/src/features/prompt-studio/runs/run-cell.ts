import { listDocumentIndexes, readDocument } from '@recto/contract/prompt-documents'
import {
  fetchResponse,
  listDefaultOutputs,
  type PromptOutput,
} from '@recto/contract/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf, send } from '../../../shared/api/ask.ts'
import { outputList } from '../prompt-studio.queries.ts'
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

/** Asks anew for what runs change besides their outputs. */
export function refreshAfterRuns(client: QueryClient): void {
  const stale = [getProject, listDocumentIndexes, listDefaultOutputs, readDocument]
  for (const endpoint of stale) {
    void client.invalidateQueries({ queryKey: keyOf(endpoint), predicate: isNotOriginal })
  }
}

async function outputsOf(
  tool_id: string,
  { promptId, profileId, documentId }: Cell,
  onIndexing: () => void,
): Promise<readonly PromptOutput[]> {
  const body = { id: promptId, document_id: documentId, profile_manager: profileId }
  const latest = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await send(fetchResponse, { params: { tool_id }, body })
    if (Array.isArray(answer)) return answer
    if (Date.now() >= latest) throw new Error(answer.message)
    onIndexing()
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

/** The bytes of a document never change, and are large. */
const isNotOriginal = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  !JSON.stringify(queryKey).includes('ORIGINAL')

function merged(old: readonly PromptOutput[], fresh: readonly PromptOutput[]): PromptOutput[] {
  const isReplaced = (one: PromptOutput) =>
    fresh.some(
      (it) =>
        it.prompt_id === one.prompt_id &&
        it.profile_manager === one.profile_manager &&
        it.is_single_pass_extract === one.is_single_pass_extract,
    )
  return [...old.filter((one) => !isReplaced(one)), ...fresh]
}
