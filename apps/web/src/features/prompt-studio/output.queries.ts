import { listDocumentIndexes, readDocument } from '@recto/contract/prompt-documents'
import * as api from '@recto/contract/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf, read, readAs, send, sendForEach } from '../../shared/api/ask.ts'
import { outputFromWire, type PromptOutput } from './output.ts'

/** The outputs of all prompts and profiles on one document, without what they were taken from. */
export const outputList = (projectId: string, documentId: string) =>
  readAs(
    api.listPromptOutputs,
    {
      query: { tool_id: projectId, document_manager: documentId, include_context: 'false' },
    },
    (outputs) => outputs.map(outputFromWire),
  )

/** One text for each key of a prompt, empty where there is none. */
export const combinedOutput = (projectId: string, documentId: string) =>
  read(api.listDefaultOutputs, { query: { tool_id: projectId, document_manager: documentId } })

type Asked = {
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
}

/** Runs one prompt and returns its outputs, or word that another request is indexing the document. */
export async function runPrompt(
  projectId: string,
  { promptId, profileId, documentId }: Asked,
): Promise<readonly PromptOutput[] | api.Pending> {
  const body = { id: promptId, document_id: documentId, profile_manager: profileId }
  const answer = await send(api.fetchResponse, { params: { tool_id: projectId }, body })
  if (!Array.isArray(answer)) return answer
  // A prompt that is run alone fails with a refusal, so that every line is an output.
  return answer.flatMap((line) => ('error' in line ? [] : outputFromWire(line)))
}

type AskedTogether = Omit<Asked, 'promptId'> & { readonly promptIds: readonly string[] }

/** What came of one of several prompts. */
export type PromptReply =
  | { readonly promptId: string; readonly output: PromptOutput }
  | { readonly promptId: string; readonly failure: string }

/** Runs several prompts in one request, and tells of each when it has settled. */
export async function runPrompts(
  projectId: string,
  { promptIds, profileId, documentId }: AskedTogether,
  onSettled: (settled: PromptReply) => void,
): Promise<void> {
  const body = {
    prompt_ids: [...promptIds],
    document_id: documentId,
    profile_manager: profileId,
  }
  const ask = { params: { tool_id: projectId }, body }
  await sendForEach(api.bulkFetchResponse, ask, (item) =>
    onSettled(
      'error' in item
        ? { promptId: item.prompt_id, failure: item.error }
        : { promptId: item.prompt_id, output: outputFromWire(item) },
    ),
  )
}

/** Asks anew for what runs change besides their outputs. */
export function refreshAfterRuns(client: QueryClient): void {
  const stale = [getProject, listDocumentIndexes, api.listDefaultOutputs, readDocument]
  for (const endpoint of stale) {
    void client.invalidateQueries({ queryKey: keyOf(endpoint), predicate: isNotOriginal })
  }
}

/** The bytes of a document never change, and are large. */
const isNotOriginal = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  !JSON.stringify(queryKey).includes('ORIGINAL')
