import { listDocumentChecks } from '@recto/contract/checks'
import { queryOptions } from '@tanstack/react-query'
import { readAs } from '../../shared/api/ask.ts'
import type { DocumentRef } from './document.ts'
import type { PromptOutput } from './output.ts'

/** What checks say of the values of a document; asked anew once these are others. */
export function documentChecks(
  { projectId, id }: DocumentRef,
  outputs: readonly Pick<PromptOutput, 'promptId' | 'value'>[],
) {
  const asked = readAs(
    listDocumentChecks,
    { params: { tool_id: projectId }, query: { document_id: id } },
    ({ checks }) => checks,
  )
  const said = JSON.stringify(outputs.map(({ promptId, value }) => [promptId, value]))
  return queryOptions({ ...asked, queryKey: [...asked.queryKey, said] as never })
}
