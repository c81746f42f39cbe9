import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input, Radio, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { indexedDocuments } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import type { LlmProfile } from '../profile.ts'
import { useIsRunning } from '../runs/runs.tsx'
import { useEditor } from '../state/editor-context.ts'
import { useSummarizer } from '../summary/use-summarizer.ts'
import { DeleteDocument } from './DeleteDocument.tsx'
import { DocumentActions } from './DocumentActions.tsx'
import { useIndexing } from './indexing.tsx'
import { DOCUMENTS_PER_PAGE, useDocumentPage } from './use-document-page.ts'
import { useSelectDocument } from './use-select-document.ts'

const missingLabels = { raw: 'Not Indexed', summary: 'Not Summarized' } as const

/** Lists the documents of the project with their indexing status. */
export function DocumentTable() {
  const { project, documents, profiles } = useEditor()
  const { matchingDocuments, text, search, page, setPage } = useDocumentPage(documents)
  const summarizer = useSummarizer()
  const [documentToDelete, setDocumentToDelete] = useState<PromptDocument>()
  const defaultProfile = profiles.find(({ isDefault }) => isDefault)
  const rawTitle = defaultProfile ? `Raw View (${defaultProfile.name})` : 'Raw View'

  const columns: TableColumnsType<PromptDocument> = [
    {
      title: 'Document Variants',
      dataIndex: 'name',
      render: (_, document) => <DocumentName document={document} />,
    },
    {
      title: rawTitle,
      width: 220,
      render: (_, { id }) =>
        defaultProfile && <IndexStatus profileId={defaultProfile.id} documentId={id} view="raw" />,
    },
    ...(project.summarizeContext ? [summaryColumn(summarizer)] : []),
    {
      title: 'Actions',
      width: 240,
      render: (_, document) => (
        <DocumentActions document={document} onDelete={() => setDocumentToDelete(document)} />
      ),
    },
  ]

  return (
    <>
      {documents.length > DOCUMENTS_PER_PAGE && (
        <Input
          type="search"
          allowClear
          className="document-search"
          aria-label="Search documents"
          placeholder="Search by name"
          prefix={<SearchOutlined />}
          value={text}
          onChange={({ target }) => search(target.value)}
        />
      )}
      <Table
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={matchingDocuments}
        scroll={{ x: 640 }}
        pagination={{
          current: page,
          pageSize: DOCUMENTS_PER_PAGE,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
        locale={{ emptyText: text ? 'No matching documents' : 'Upload the document.' }}
      />
      {documentToDelete && (
        <DeleteDocument
          document={documentToDelete}
          onClose={() => setDocumentToDelete(undefined)}
        />
      )}
    </>
  )
}

function DocumentName({ document }: { readonly document: PromptDocument }) {
  const { document: selected } = useEditor()
  const select = useSelectDocument()
  const isIndexing = useIndexing().isBusy
  const isBusy = useIsRunning() || isIndexing
  return (
    <Radio
      checked={document.id === selected?.id}
      disabled={isBusy}
      onChange={() => select(document.id)}
    >
      <span className="document-name">{document.name}</span>
    </Radio>
  )
}

function summaryColumn(
  summarizer: LlmProfile | undefined,
): TableColumnsType<PromptDocument>[number] {
  return {
    title: summarizer ? `Summary View (${summarizer.name})` : 'Summary View',
    width: 240,
    render: (_, { id }) =>
      summarizer && <IndexStatus profileId={summarizer.id} documentId={id} view="summary" />,
  }
}

type StatusProps = {
  readonly profileId: string
  readonly documentId: string
  readonly view: keyof typeof missingLabels
}

function IndexStatus({ profileId, documentId, view }: StatusProps) {
  const { data, error } = useQuery(indexedDocuments(profileId))
  if (error) {
    return <span className="bad">{explain(error, 'Failed to get index status')}</span>
  }
  if (!data) return <span className="bone status-bone" />
  return data[view].includes(documentId) ? (
    <span className="good">✓ Indexed</span>
  ) : (
    <span className="faint">{missingLabels[view]}</span>
  )
}
