import { listDocumentChecks } from '@recto/contract/prompt-studio/checks'
import { queryOptions } from '@tanstack/react-query'
import { readAs } from '../../shared/api/requests.ts'
import type { DocumentRef } from './document.ts'
import type { PromptOutput } from './output.ts'

/**
 * Outcomes of the checks on a document's values. The query key contains the values, so that the
 * checks run again when a value changes.
 */
export function documentChecks(
  { projectId, id }: DocumentRef,
  outputs: readonly Pick<PromptOutput, 'promptId' | 'value'>[],
) {
  const checksQuery = readAs(
    listDocumentChecks,
    { params: { tool_id: projectId }, query: { document_id: id } },
    ({ checks }) => checks,
  )
  const valuesKey = JSON.stringify(outputs.map(({ promptId, value }) => [promptId, value]))
  return queryOptions({ ...checksQuery, queryKey: [...checksQuery.queryKey, valuesKey] as never })
}
