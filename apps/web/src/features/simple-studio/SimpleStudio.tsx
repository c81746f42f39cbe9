import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Editor, ViewerErrorMessageContext } from '../prompt-studio/prompt-studio.port.ts'
import { DocumentName } from './documents/DocumentName.tsx'
import { DocumentsColumn } from './documents/DocumentsColumn.tsx'
import { FieldsPane } from './fields/FieldsPane.tsx'
import { FieldRunsProvider } from './fields/field-runs.tsx'
import { SimpleHeader } from './head/SimpleHeader.tsx'
import { simpleProject } from './simple-studio.queries.ts'

type Shared = Pick<ComponentProps<typeof Editor>, 'project' | 'profiles' | 'documents'>
type Props = Shared & { readonly simpleId: string }

/** The studio: fields with their values, the document, and the list of documents, side by side. */
export function SimpleStudio({ simpleId, ...shared }: Props) {
  const { data: simple } = useQuery(simpleProject(simpleId))
  const documents = simple?.documents ?? []
  return (
    <ViewerErrorMessageContext value="Failed to load file">
      <FieldRunsProvider simpleId={simpleId} documents={documents}>
        <Editor
          {...shared}
          header={<SimpleHeader simpleId={simpleId} expiresAt={simple?.expiresAt} />}
          renderPrompts={(outputs) => <FieldsPane simpleId={simpleId} outputs={outputs} />}
          documentBar={<DocumentName />}
          sidePanel={<DocumentsColumn simpleId={simpleId} documents={simple?.documents} />}
        />
      </FieldRunsProvider>
    </ViewerErrorMessageContext>
  )
}
