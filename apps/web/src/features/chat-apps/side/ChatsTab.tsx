import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { RowMenu } from '../../../shared/menu/RowMenu.tsx'
import { useDeleteConversation } from '../conversation/conversation.queries.ts'
import type { Conversation } from '../conversation/conversation.ts'

type Props = {
  readonly conversations: readonly Conversation[]
  readonly selectedId: string | undefined
  /** Without an id, a new conversation is started. */
  onSelect(id: string | undefined): void
}

/** Lists the user's conversations with an app. */
export function ChatsTab({ conversations, selectedId, onSelect }: Props) {
  const [chatToDelete, setChatToDelete] = useState<Conversation>()
  const { mutateAsync: remove } = useDeleteConversation()

  async function handleConfirm(id: string) {
    await remove(id)
    if (id === selectedId) onSelect(undefined)
  }

  return (
    <div className="chat-tab">
      <Button block icon={<PlusOutlined aria-hidden="true" />} onClick={() => onSelect(undefined)}>
        New chat
      </Button>
      {conversations.length === 0 && <p className="faint">Your chats are saved here.</p>}
      <ul className="chat-rows" aria-label="Chats">
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <button
              type="button"
              className="chat-row"
              aria-current={conversation.id === selectedId ? 'page' : undefined}
              onClick={() => onSelect(conversation.id)}
            >
              {conversation.label}
            </button>
            <RowMenu
              name={conversation.label}
              isPending={false}
              groups={[
                [
                  {
                    key: 'delete',
                    label: 'Delete',
                    icon: <DeleteOutlined />,
                    isDanger: true,
                    run: () => setChatToDelete(conversation),
                  },
                ],
              ]}
            />
          </li>
        ))}
      </ul>
      {chatToDelete && (
        <ConfirmDialog
          isDestructive
          title={`Delete the chat “${chatToDelete.label}”?`}
          okText="Delete"
          onConfirm={() => handleConfirm(chatToDelete.id)}
          onClose={() => setChatToDelete(undefined)}
        >
          Its questions and answers will be deleted.
        </ConfirmDialog>
      )}
    </div>
  )
}
