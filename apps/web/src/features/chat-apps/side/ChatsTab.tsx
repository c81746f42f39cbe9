import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { RowMenu } from '../../../shared/menu/RowMenu.tsx'
import { useDeleteConversation } from '../conversation/conversation.queries.ts'
import type { Conversation } from '../conversation/conversation.ts'

type Props = {
  readonly conversations: readonly Conversation[]
  readonly chosen: string | undefined
  /** Without one a new conversation begins. */
  onChoose(id: string | undefined): void
}

/** The person's own conversations with an app. */
export function ChatsTab({ conversations, chosen, onChoose }: Props) {
  const [leaving, setLeaving] = useState<Conversation>()
  const { mutateAsync: remove } = useDeleteConversation()

  async function handleConfirm(id: string) {
    await remove(id)
    if (id === chosen) onChoose(undefined)
  }

  return (
    <div className="chat-tab">
      <Button block icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChoose(undefined)}>
        New chat
      </Button>
      {conversations.length === 0 && <p className="faint">What you ask is kept here for you.</p>}
      <ul className="chat-rows" aria-label="Chats">
        {conversations.map((it) => (
          <li key={it.id}>
            <button
              type="button"
              className="chat-row"
              aria-current={it.id === chosen ? 'page' : undefined}
              onClick={() => onChoose(it.id)}
            >
              {it.label}
            </button>
            <RowMenu
              name={it.label}
              isPending={false}
              groups={[
                [
                  {
                    ...{ key: 'delete', label: 'Delete', icon: <DeleteOutlined />, isDanger: true },
                    act: () => setLeaving(it),
                  },
                ],
              ]}
            />
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          isDestructive
          title={`Delete the chat “${leaving.label}”?`}
          okText="Delete"
          onConfirm={() => handleConfirm(leaving.id)}
          onClose={() => setLeaving(undefined)}
        >
          Its questions and answers go with it.
        </ConfirmDialog>
      )}
    </div>
  )
}
