import { listDocumentIndexes, readDocument } from '@recto/contract/prompt-documents'
import * as api from '@recto/contract/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio'
import { listScores } from '@recto/contract/truths'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { keyOf, read, readAs, send } from '../../shared/api/ask.ts'
import type { Refusal } from '../../shared/api/refusal.ts'
import { outputFromWire, type PromptOutput } from './output.ts'

/**
 * The outputs of all prompts and profiles on one document, without what they were taken from; those of single
 * passes among them where that is asked for.
 */
export const outputList = (projectId: string, documentId: string, isSinglePass: boolean) => {
  const query = { tool_id: projectId, document_manager: documentId, include_context: 'false' }
  const passes = { ...query, is_single_pass_extract: 'true' }
  return queryOptions<readonly PromptOutput[], Refusal>({
    queryKey: [...keyOf(api.listPromptOutputs), { query: isSinglePass ? passes : query }],
    async queryFn({ signal }) {
      const asked = isSinglePass ? [query, passes] : [query]
      const lists = asked.map((query) => send(api.listPromptOutputs, { query }, signal))
      return (await Promise.all(lists)).flat().map(outputFromWire)
    },
  })
}

/** The outputs of one prompt on every document under every profile. */
export const outputsOfPrompt = (projectId: string, promptId: string, isSinglePass: boolean) =>
  readAs(
    api.listPromptOutputs,
    {
      query: {
        tool_id: projectId,
        prompt_id: promptId,
        is_single_pass_extract: String(isSinglePass),
        include_context: 'false',
      },
    },
    (outputs) => outputs.map(outputFromWire),
  )

type Used = {
  readonly projectId: string
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
  readonly isSinglePass: boolean
}

/** The parts of the document that an output was taken from. */
export const chunksUsed = ({ projectId, promptId, profileId, documentId, isSinglePass }: Used) =>
  readAs(
    api.listPromptOutputs,
    {
      query: {
        tool_id: projectId,
        prompt_id: promptId,
        profile_manager: profileId,
        document_manager: documentId,
        is_single_pass_extract: String(isSinglePass),
      },
    },
    ([output]) => output?.context ?? [],
  )

/** One text for each key of a prompt: null where the document does not say, empty where it was not run. */
export const combinedOutput = (projectId: string, documentId: string, isSinglePass: boolean) =>
  read(api.listDefaultOutputs, {
    query: {
      tool_id: projectId,
      document_manager: documentId,
      nulls: 'true',
      ...(isSinglePass && { is_single_pass_extract: 'true' }),
    },
  })

/** Asks anew for what came of runs on the documents, of those whose outputs somebody looks at. */
export async function collectOutputs(
  client: QueryClient,
  projectId: string,
  documentIds: readonly string[],
): Promise<void> {
  await Promise.all(
    documentIds.map((documentId) => {
      const { queryKey } = outputList(projectId, documentId, false)
      return client.invalidateQueries({ queryKey })
    }),
  )
}

/** Asks anew for what runs change besides their outputs. */
export function refreshAfterRuns(client: QueryClient): void {
  const stale = [getProject, listDocumentIndexes, api.listDefaultOutputs, readDocument, listScores]
  for (const endpoint of stale) {
    void client.invalidateQueries({ queryKey: keyOf(endpoint), predicate: isNotOriginal })
  }
}

/** The bytes of a document never change, and are large. */
const isNotOriginal = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  !JSON.stringify(queryKey).includes('ORIGINAL')
