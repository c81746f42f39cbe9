import {
  listDocumentIndexes,
  readDocumentFile,
} from '@recto/contract/prompt-studio/prompt-documents'
import * as api from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject } from '@recto/contract/prompt-studio/prompt-studio'
import { listScores } from '@recto/contract/prompt-studio/truths'
import { omitUndefined } from '@recto/omit-undefined'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Refusal } from '../../shared/api/refusal.ts'
import { keyOf, read, readAs, send } from '../../shared/api/requests.ts'
import { outputFromWire, type PromptOutput } from './output.ts'

/**
 * The outputs of all prompts and profiles on one document, without the chunks they were taken from;
 * includes outputs of single passes if `isSinglePass` is set.
 */
export const outputList = (projectId: string, documentId: string, isSinglePass: boolean) => {
  const query = { tool_id: projectId, document_manager: documentId, include_context: 'false' }
  const singlePassQuery = { ...query, is_single_pass_extract: 'true' }
  return queryOptions<readonly PromptOutput[], Refusal>({
    queryKey: [...keyOf(api.listPromptOutputs), { query: isSinglePass ? singlePassQuery : query }],
    async queryFn({ signal }) {
      const queries = isSinglePass ? [query, singlePassQuery] : [query]
      const lists = queries.map((query) => send(api.listPromptOutputs, { query }, signal))
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

type ChunksRequest = {
  readonly projectId: string
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
  readonly isSinglePass: boolean
}

/** The chunks of the document that an output was taken from. */
export const chunksUsed = ({
  projectId,
  promptId,
  profileId,
  documentId,
  isSinglePass,
}: ChunksRequest) =>
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

/**
 * The values as texts by prompt key: null if the document does not contain the value, empty if the
 * prompt was not run.
 */
export const combinedOutput = (projectId: string, documentId: string, isSinglePass: boolean) =>
  read(api.listDefaultOutputs, {
    query: {
      tool_id: projectId,
      document_manager: documentId,
      nulls: 'true',
      ...omitUndefined({ is_single_pass_extract: isSinglePass ? 'true' : undefined }),
    },
  })

/** Refetches the outputs of these documents that are currently displayed. */
export async function refetchOutputs(
  client: QueryClient,
  projectId: string,
  documentIds: readonly string[],
): Promise<void> {
  await Promise.all(
    documentIds.map((documentId) => {
      // This key also matches the list with single passes, because keys are matched partially.
      const { queryKey } = outputList(projectId, documentId, false)
      return client.invalidateQueries({ queryKey })
    }),
  )
}

/** Marks everything other than outputs that runs change as stale. */
export function refreshAfterRuns(client: QueryClient): void {
  const stale = [
    getProject,
    listDocumentIndexes,
    api.listDefaultOutputs,
    readDocumentFile,
    listScores,
  ]
  for (const endpoint of stale) {
    void client.invalidateQueries({ queryKey: keyOf(endpoint), predicate: isNotOriginal })
  }
}

/** Excludes the original bytes of documents, which are large and never change. */
const isNotOriginal = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  !JSON.stringify(queryKey).includes('ORIGINAL')
