import { DownloadOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Button, Col, Drawer, Row, Space } from 'antd'
import { useState } from 'react'
import { downloadText, toFileName } from '../../shared/browser/download-text.ts'
import { useMedia } from '../../shared/browser/use-media.ts'
import {
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../shared/navigation/address-search.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { ChatInput } from './ChatInput.tsx'
import type { ChatApp } from './chat-app.ts'
import {
  type CitationPage,
  type Conversation,
  type Turn,
  toMarkdown,
} from './conversation/conversation.ts'
import { useConversation } from './conversation/use-conversation.ts'
import { documentsOf } from './pages/documents.queries.ts'
import { PageDrawer } from './pages/PageDrawer.tsx'
import { useAppDocuments } from './pages/use-app-documents.ts'
import { type CannedDialogState, CannedDialogs } from './side/CannedDialogs.tsx'
import { SideColumn, type SideTab } from './side/SideColumn.tsx'
import { Transcript } from './transcript/Transcript.tsx'

type Props = { readonly app: ChatApp; readonly conversations: readonly Conversation[] }

/** Ant Design's `lg` breakpoint, below which columns are stacked. */
const NARROW = '(max-width: 991px)'

/** A chat app: a conversation with a side column. */
export function ChatScreen({ app, conversations }: Props) {
  const [citationPage, setCitationPage] = useState<CitationPage>()
  const [cannedDialog, setCannedDialog] = useState<CannedDialogState>()
  // This state is held here, so that the tab is retained when the window becomes narrow.
  const [tab, setTab] = useState<SideTab>('chats')
  const [isSideOpen, setSideOpen] = useState(false)
  const [text, setText] = useState('')
  const { selectedId, select, followNew } = useSelectedConversation()
  const conversation = conversations.find(({ id }) => id === selectedId)
  const appDocuments = useAppDocuments(app.id)
  const chat = useConversation({
    appId: app.id,
    conversation,
    onStarted: ({ id }) => followNew(id),
    onSendFailed: (unsentText) => setText((now) => now || unsentText),
  })

  function send(question: string) {
    if (question.trim() === '' || chat.isAnswerPending) return false
    chat.ask(question.trim())
    return true
  }
  const isNarrow = useMedia(NARROW)
  const closeSide = () => setSideOpen(false)
  const side = (
    <SideColumn
      appId={app.id}
      appDocuments={appDocuments}
      conversations={conversations}
      selectedId={conversation?.id}
      canAsk={!chat.isAnswerPending}
      tab={tab}
      onTab={setTab}
      onSelect={(id) => {
        select(id)
        closeSide()
      }}
      onAsk={(question) => {
        send(question)
        closeSide()
      }}
      onOpenCanned={setCannedDialog}
      onShow={setCitationPage}
    />
  )

  return (
    <div className="chat">
      <ChatHeader
        app={app}
        onSide={isNarrow ? () => setSideOpen(true) : undefined}
        onExport={conversation ? () => exportConversation(conversation, chat.turns) : undefined}
      />
      <Row className="chat-columns">
        {!isNarrow && (
          <Col span={6} className="chat-side">
            {side}
          </Col>
        )}
        <Col span={isNarrow ? 24 : 18} className="chat-main">
          <Transcript chat={chat} onCite={setCitationPage}>
            <WithoutDocuments app={app} />
          </Transcript>
          <ChatInput
            chat={chat}
            text={text}
            onChange={setText}
            onSend={() => send(text) && setText('')}
          />
        </Col>
      </Row>
      {isNarrow && (
        <Drawer
          open={isSideOpen}
          placement="left"
          size={320}
          title="Chats and documents"
          onClose={closeSide}
        >
          {side}
        </Drawer>
      )}
      {cannedDialog && (
        <CannedDialogs
          appId={app.id}
          dialog={cannedDialog}
          onClose={() => setCannedDialog(undefined)}
        />
      )}
      {citationPage && (
        <PageDrawer citationPage={citationPage} onClose={() => setCitationPage(undefined)} />
      )}
    </div>
  )
}

type HeaderProps = {
  readonly app: ChatApp
  /**
   * Opens the side column in a drawer; undefined if there is room for it next to the conversation.
   */
  readonly onSide: (() => void) | undefined
  /** Saves the conversation as a file; undefined if there is none. */
  readonly onExport: (() => void) | undefined
}

function exportConversation({ label }: Conversation, turns: readonly Turn[]) {
  const fileName = `${toFileName(label, 'conversation')}.md`
  downloadText(fileName, 'text/markdown', toMarkdown(label, turns))
}

const ChatHeader = ({ app, onSide, onExport }: HeaderProps) => (
  <header className="chat-header">
    <div>
      <h1>{app.displayName}</h1>
      {app.description && <p title={app.description}>{app.description}</p>}
    </div>
    <Space>
      {onExport && (
        <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={onExport}>
          Export chat
        </Button>
      )}
      {onSide && (
        <Button icon={<UnorderedListOutlined aria-hidden="true" />} onClick={onSide}>
          Chats and documents
        </Button>
      )}
    </Space>
  </header>
)

/**
 * Manages the selected conversation, which is part of the address so that it survives a reload and
 * can be opened in another tab.
 */
function useSelectedConversation() {
  const chatId = textIn(useAddressSearch().chat)
  const change = useChangeAddressSearch()
  const router = useRouter()
  const { pathname } = router.latestLocation
  const select = (id: string | undefined) => change({ chat: id })
  return {
    selectedId: chatId,
    select,
    /** Shows the conversation unless the user has opened another one. */
    followNew(id: string) {
      const location = router.latestLocation
      const isElsewhere = location.pathname !== pathname || textIn((location.search as Search).chat)
      if (!isElsewhere) select(id)
    },
  }
}

type Search = { readonly chat?: unknown }

/** Shown while the app has no documents; links to the workflow that provides them. */
function WithoutDocuments({ app }: { readonly app: ChatApp }) {
  const to = usePaths()
  const { data: documents } = useQuery(documentsOf(app.id))
  if (documents?.length !== 0) return null
  return (
    <p className="faint">
      This app has no documents yet. Run the workflow{' '}
      <Link to={to.workflow(app.workflowId)}>{app.workflowName}</Link> to add some.
    </p>
  )
}
