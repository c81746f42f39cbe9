import { Tabs } from 'antd'
import type { Conversation } from '../conversation/conversation.ts'
import type { ShownPage } from '../pages/shown-page.ts'
import type { OpenedCanned } from './CannedDialogs.tsx'
import { CannedTab } from './CannedTab.tsx'
import { ChatsTab } from './ChatsTab.tsx'
import { DocumentsTab } from './DocumentsTab.tsx'

export type SideTab = 'chats' | 'canned' | 'documents'

type Props = {
  readonly appId: string
  readonly conversations: readonly Conversation[]
  readonly chosen: string | undefined
  readonly canAsk: boolean
  readonly tab: SideTab
  onTab(tab: SideTab): void
  onChoose(id: string | undefined): void
  onAsk(question: string): void
  onOpenCanned(opened: OpenedCanned): void
  onShow(page: ShownPage): void
}

/** What stands beside a conversation: others, ready questions, and what they are about. */
export function SideColumn({ appId, conversations, chosen, canAsk, tab, ...on }: Props) {
  return (
    <Tabs
      size="small"
      activeKey={tab}
      onChange={(key) => on.onTab(key as SideTab)}
      tabBarGutter={10}
      className="chat-tabs"
      items={[
        {
          key: 'chats',
          label: 'Chats',
          children: (
            <ChatsTab conversations={conversations} chosen={chosen} onChoose={on.onChoose} />
          ),
        },
        {
          key: 'canned',
          label: 'Canned Questions',
          children: (
            <CannedTab appId={appId} canAsk={canAsk} onAsk={on.onAsk} onOpen={on.onOpenCanned} />
          ),
        },
        {
          key: 'documents',
          label: 'Documents',
          children: <DocumentsTab appId={appId} onShow={on.onShow} />,
        },
      ]}
    />
  )
}
