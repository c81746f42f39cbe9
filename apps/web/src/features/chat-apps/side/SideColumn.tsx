import { Tabs } from 'antd'
import type { CitationPage, Conversation } from '../conversation/conversation.ts'
import type { AppDocuments } from '../pages/use-app-documents.ts'
import type { CannedDialogState } from './CannedDialogs.tsx'
import { CannedTab } from './CannedTab.tsx'
import { ChatsTab } from './ChatsTab.tsx'
import { DocumentsTab } from './DocumentsTab.tsx'

export type SideTab = 'chats' | 'canned' | 'documents'

type Props = {
  readonly appId: string
  readonly appDocuments: AppDocuments
  readonly conversations: readonly Conversation[]
  readonly selectedId: string | undefined
  readonly canAsk: boolean
  readonly tab: SideTab
  onTab(tab: SideTab): void
  onSelect(id: string | undefined): void
  onAsk(question: string): void
  onOpenCanned(dialog: CannedDialogState): void
  onShow(page: CitationPage): void
}

/** The column next to a conversation: other conversations, canned questions, and documents. */
export function SideColumn({
  appId,
  appDocuments,
  conversations,
  selectedId,
  canAsk,
  tab,
  ...handlers
}: Props) {
  return (
    <Tabs
      size="small"
      activeKey={tab}
      onChange={(key) => handlers.onTab(key as SideTab)}
      tabBarGutter={10}
      className="chat-tabs"
      items={[
        {
          key: 'chats',
          label: 'Chats',
          children: (
            <ChatsTab
              conversations={conversations}
              selectedId={selectedId}
              onSelect={handlers.onSelect}
            />
          ),
        },
        {
          key: 'canned',
          label: 'Canned Questions',
          children: (
            <CannedTab
              appId={appId}
              canAsk={canAsk}
              onAsk={handlers.onAsk}
              onOpen={handlers.onOpenCanned}
            />
          ),
        },
        {
          key: 'documents',
          label: 'Documents',
          children: <DocumentsTab appDocuments={appDocuments} onShow={handlers.onShow} />,
        },
      ]}
    />
  )
}
