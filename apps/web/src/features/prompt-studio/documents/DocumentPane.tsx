import { Tabs } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import type { PromptOutput } from '../output.ts'
import { marksOf } from '../outputs/marks.ts'
import { usePicked } from '../outputs/spotlight.tsx'
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
  /** Instead of the usual one. */
  readonly bar?: ReactNode
  /** Whether checks are shown: strangers who have a link see values alone. */
  readonly hasChecks: boolean
}

const usualTabs = [
  { key: 'pdf', label: 'PDF View' },
  { key: 'raw', label: 'Raw View' },
]
const summaryTab = { key: 'summary', label: 'Summary View' }
const checksTab = { key: 'checks', label: 'Checks' }

type Shown = { readonly isSummarized: boolean; readonly hasChecks: boolean }

const tabsOf = ({ isSummarized, hasChecks }: Shown) => [
  ...usualTabs,
  ...(isSummarized ? [summaryTab] : []),
  ...(hasChecks ? [checksTab] : []),
]

/** The right side: the document itself. */
export function DocumentPane({ outputs, bar, hasChecks }: Props) {
  const { project, profiles, document } = useEditor()
  const { view } = useEditorSearch()
  const changeSearch = useChangeEditorSearch()
  const tabs = tabsOf({ isSummarized: project.isSummarized, hasChecks })
  const shown = tabs.some(({ key }) => key === view) ? view : 'pdf'
  const [isManaging, setManaging] = useState(false)
  const marks = useMemo(() => {
    const rank = new Map(profiles.map(({ id }, place) => [id, place]))
    const placeOf = ({ profileId }: PromptOutput) => rank.get(profileId) ?? rank.size
    const ordered = outputs.toSorted((a, b) => placeOf(a) - placeOf(b))
    return marksOf(ordered, project.prompts)
  }, [outputs, profiles, project.prompts])
  const picked = usePicked()

  // A value that is picked shows its place, so the page must be what is looked at.
  useEffect(() => {
    if (picked?.from === 'value') changeSearch({ view: 'pdf' })
  }, [picked, changeSearch])

  return (
    <DropZone>
      {bar ?? <DocumentBar outputs={outputs} onManage={() => setManaging(true)} />}
      <UploadList />
      {document ? (
        <>
          <Tabs
            size="small"
            className="pane-tabs document-tabs"
            activeKey={shown}
            items={[...tabs]}
            onChange={(key) => changeSearch({ view: key as View })}
          />
          {shown === 'pdf' && <OriginalView key={document.id} document={document} marks={marks} />}
          {shown === 'raw' && <RawView key={document.id} document={document} />}
          {shown === 'checks' && (
            <ChecksView key={document.id} document={document} outputs={outputs} />
          )}
          {shown === 'summary' && <SummaryView key={document.id} document={document} />}
        </>
      ) : (
        <div className="pane-body">
          <EmptyState
            title="Add and view your PDF document here"
            explanation="Drop PDF files, pictures, office documents, mail or text anywhere on this side, or choose them. Every value you extract will be marked on its page."
          >
            <UploadButton isPrimary>Add Document</UploadButton>
          </EmptyState>
        </div>
      )}
      {isManaging && <ManageDocuments onClose={() => setManaging(false)} />}
    </DropZone>
  )
}
