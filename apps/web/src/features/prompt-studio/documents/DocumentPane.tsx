import { Tabs } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import type { PromptOutput } from '../output.ts'
import { useHighlightSelection } from '../outputs/highlight-store.tsx'
import { listHighlights } from '../outputs/highlights.ts'
import { useEditor } from '../state/editor-context.ts'
import { useChangeEditorSearch, useEditorSearch, type View } from '../state/editor-search.ts'
import { ChecksView } from './ChecksView.tsx'
import { DocumentBar } from './DocumentBar.tsx'
import { DropZone } from './DropZone.tsx'
import { ManageDocuments } from './ManageDocuments.tsx'
import { OriginalView } from './OriginalView.tsx'
import { RawView } from './RawView.tsx'
import { SummaryView } from './SummaryView.tsx'
import { UploadButton } from './UploadButton.tsx'
import { UploadList } from './UploadList.tsx'
import './documents.css'

type Props = {
  readonly outputs: readonly PromptOutput[]
  /** Replaces the default document bar. */
  readonly bar?: ReactNode
  /** Whether the checks tab is shown. Visitors of a shared link see only values. */
  readonly hasChecks: boolean
}

const defaultTabs = [
  { key: 'pdf', label: 'PDF View' },
  { key: 'raw', label: 'Raw View' },
]
const summaryTab = { key: 'summary', label: 'Summary View' }
const checksTab = { key: 'checks', label: 'Checks' }

type TabOptions = { readonly isSummarized: boolean; readonly hasChecks: boolean }

const listTabs = ({ isSummarized, hasChecks }: TabOptions) => [
  ...defaultTabs,
  ...(isSummarized ? [summaryTab] : []),
  ...(hasChecks ? [checksTab] : []),
]

/** The right side of the editor: the document. */
export function DocumentPane({ outputs, bar, hasChecks }: Props) {
  const { project, profiles, document } = useEditor()
  const { view } = useEditorSearch()
  const changeSearch = useChangeEditorSearch()
  const tabs = listTabs({ isSummarized: project.summarizeContext, hasChecks })
  const activeView = tabs.some(({ key }) => key === view) ? view : 'pdf'
  const [isManaging, setManaging] = useState(false)
  const highlights = useMemo(() => {
    const profileOrder = new Map(profiles.map(({ id }, index) => [id, index]))
    const orderOf = ({ profileId }: PromptOutput) =>
      profileOrder.get(profileId) ?? profileOrder.size
    const orderedOutputs = outputs.toSorted((a, b) => orderOf(a) - orderOf(b))
    return listHighlights(orderedOutputs, project.prompts)
  }, [outputs, profiles, project.prompts])
  const selection = useHighlightSelection()

  // Selecting a value shows its location, for which the page must be visible.
  useEffect(() => {
    if (selection?.origin === 'value') changeSearch({ view: 'pdf' })
  }, [selection, changeSearch])

  return (
    <DropZone>
      {bar ?? <DocumentBar outputs={outputs} onManage={() => setManaging(true)} />}
      <UploadList />
      {document ? (
        <>
          <Tabs
            size="small"
            className="pane-tabs document-tabs"
            activeKey={activeView}
            items={[...tabs]}
            onChange={(key) => changeSearch({ view: key as View })}
          />
          {activeView === 'pdf' && (
            <OriginalView key={document.id} document={document} highlights={highlights} />
          )}
          {activeView === 'raw' && <RawView key={document.id} document={document} />}
          {activeView === 'checks' && (
            <ChecksView key={document.id} document={document} outputs={outputs} />
          )}
          {activeView === 'summary' && <SummaryView key={document.id} document={document} />}
        </>
      ) : (
        <div className="pane-body">
          <EmptyState
            title="Add and view your PDF document here"
            explanation="Drop PDFs, images, office documents, emails or text files anywhere on this side, or choose files. Each extracted value is highlighted on its page."
          >
            <UploadButton isPrimary>Add Document</UploadButton>
          </EmptyState>
        </div>
      )}
      {isManaging && <ManageDocuments onClose={() => setManaging(false)} />}
    </DropZone>
  )
}
