import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { RowMenu } from '../../../shared/menu/RowMenu.tsx'
import type { OpenedCanned } from './CannedDialogs.tsx'
import { type CannedQuestion, cannedQuestionsOf } from './canned-questions.queries.ts'
import { LoadingRows } from './LoadingRows.tsx'

type Props = {
  readonly appId: string
  /** Whether a question can be asked at the moment. */
  readonly canAsk: boolean
  onAsk(question: string): void
  onOpen(dialog: OpenedCanned): void
}

/** Lists the canned questions of an app; a click asks one. */
export function CannedTab({ appId, canAsk, onAsk, onOpen }: Props) {
  const { data: all = [], isLoading } = useQuery(cannedQuestionsOf(appId))
  return (
    <div className="chat-tab">
      <Button
        block
        icon={<PlusOutlined aria-hidden="true" />}
        onClick={() => onOpen({ action: 'edit' })}
      >
        New question
      </Button>
      {isLoading && <LoadingRows />}
      {!isLoading && all.length === 0 && (
        <p className="faint">Questions that are asked often can be kept here for everyone.</p>
      )}
      <ul className="chat-rows" aria-label="Canned questions">
        {all.map((cannedQuestion) => (
          <li key={cannedQuestion.id}>
            <button
              type="button"
              className="chat-row"
              disabled={!canAsk}
              onClick={() => onAsk(cannedQuestion.question)}
            >
              {cannedQuestion.question}
            </button>
            <CannedMenu
              cannedQuestion={cannedQuestion}
              onOpen={(action) => onOpen({ action, cannedQuestion })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type MenuProps = {
  readonly cannedQuestion: CannedQuestion
  onOpen(action: OpenedCanned['action']): void
}

const CannedMenu = ({ cannedQuestion, onOpen }: MenuProps) => (
  <RowMenu
    name={cannedQuestion.question}
    isPending={false}
    groups={[
      [
        { key: 'edit', label: 'Edit', icon: <EditOutlined />, act: () => onOpen('edit') },
        {
          key: 'delete',
          label: 'Delete',
          icon: <DeleteOutlined />,
          isDanger: true,
          act: () => onOpen('delete'),
        },
      ],
    ]}
  />
)
