import type { Context } from '../../../platform/context.ts'
import { listDocuments, listOutputs, loadProject } from '../../prompt-studio/prompt-studio.port.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'
import { pagesOfEvidence } from './pages-of-evidence.ts'
import { type WorkbookCell, writeWorkbook } from './write-workbook.ts'

type File = { readonly fileName: string; readonly bytes: Uint8Array }

/**
 * Builds a workbook with a row for each document and a column for each prompt; a comment on each
 * value names its page.
 */
export async function downloadExcel(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: OpenedProject,
): Promise<File> {
  const { project, prompts } = await loadProject(ctx, { actor, projectId })
  const documents = await listDocuments(ctx, { actor, projectId })
  const outputs = await listOutputs(ctx, actor, { projectId, isSinglePass: false })
  const askedPrompts = prompts.filter(({ prompt_type }) => prompt_type === 'PROMPT')
  const cell = (documentId: string, promptId: string): WorkbookCell => {
    const output = outputs.find(
      (one) => one.document_id === documentId && one.prompt_id === promptId,
    )
    return output
      ? { text: output.output, comment: describeEvidence(output.output, output.evidence) }
      : { text: null }
  }
  const bytes = await writeWorkbook({
    headings: ['Document', ...askedPrompts.map(({ key }) => key)],
    rows: documents.map(({ id, name }) => [
      { text: name },
      ...askedPrompts.map((prompt) => cell(id, prompt.id)),
    ]),
  })
  return { fileName: `${project.name}.xlsx`, bytes }
}

function describeEvidence(output: string | null, evidence: unknown): string | undefined {
  if (output === null) return undefined
  const pages = pagesOfEvidence(evidence)
  if (pages.length === 0) return 'Not found in the document'
  return `Page ${pages.map((page) => page + 1).join(', ')}`
}
