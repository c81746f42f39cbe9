import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Editor, ViewerWordsContext } from '../prompt-studio/prompt-studio.port.ts'
import { DocumentName } from './documents/DocumentName.tsx'
import { DocumentsColumn } from './documents/DocumentsColumn.tsx'
import { FieldsPane } from './fields/FieldsPane.tsx'
import { FieldRunsProvider } from './fields/field-runs.tsx'
import { SimpleHeader } from './head/SimpleHeader.tsx'
import { simpleProject } from './simple-studio.queries.ts'

type Shared = Pick<ComponentProps<typeof Editor>, 'project' | 'profiles' | 'documents'>
type Props = Shared & { readonly simpleId: string }

/** Fields with their values, the document, and all documents, beside each other. */
export function SimpleStudio({ simpleId, ...shared }: Props) {
  const { data: simple } = useQuery(simpleProject(simpleId))
  const documents = simple?.documents ?? []
  return (
    <ViewerWordsContext value="Failed to load file">
      <FieldRunsProvider simpleId={simpleId} documents={documents}>
        <Editor
          {...shared}
          header={<SimpleHeader simpleId={simpleId} expiresAt={simple?.expiresAt} />}
          drawPrompts={(outputs) => <FieldsPane simpleId={simpleId} outputs={outputs} />}
          documentBar={<DocumentName />}
          aside={<DocumentsColumn simpleId={simpleId} documents={simple?.documents} />}
        />
      </FieldRunsProvider>
    </ViewerWordsContext>
  )
}
