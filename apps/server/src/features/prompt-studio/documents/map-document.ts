import type { PromptDocument, ViewType } from '@recto/contract/prompt-studio/prompt-documents'
import type { DocumentRow } from '../rows/documents.store.ts'
import type { DocumentView } from './read-document.ts'

export const documentViews: Record<ViewType, DocumentView> = {
  ORIGINAL: 'original',
  EXTRACT: 'text',
  SUMMARIZE: 'summary',
}

export function presentDocument({ id, name, project_id }: DocumentRow): PromptDocument {
  return { document_id: id, document_name: name, tool: project_id }
}
