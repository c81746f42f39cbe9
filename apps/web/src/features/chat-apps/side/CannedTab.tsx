import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { RowsSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { RowMenu } from '../../../shared/menu/RowMenu.tsx'
import type { CannedDialogState } from './CannedDialogs.tsx'
import { type CannedQuestion, cannedQuestionsOf } from './canned-questions.queries.ts'

type Props = {
  readonly appId: string
  /** Whether a question can be asked at the moment. */
  readonly canAsk: boolean
  onAsk(question: string): void
  onOpen(dialog: CannedDialogState): void
}

/** Lists the canned questions of an app; a click asks one. */
export function CannedTab({ appId, canAsk, onAsk, onOpen }: Props) {
  const { data: questions = [], isLoading } = useQuery(cannedQuestionsOf(appId))
  return (
    <div className="chat-tab">
      <Button
        block
        icon={<PlusOutlined aria-hidden="true" />}
        onClick={() => onOpen({ action: 'edit' })}
      >
        New question
      </Button>
      {isLoading && <RowsSkeleton />}
      {!isLoading && questions.length === 0 && (
        <p className="faint">Save frequently asked questions here for everyone.</p>
      )}
      <ul className="chat-rows" aria-label="Canned questions">
        {questions.map((cannedQuestion) => (
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
  onOpen(action: CannedDialogState['action']): void
}

const CannedMenu = ({ cannedQuestion, onOpen }: MenuProps) => (
  <RowMenu
    name={cannedQuestion.question}
    isPending={false}
    groups={[
      [
        { key: 'edit', label: 'Edit', icon: <EditOutlined />, run: () => onOpen('edit') },
        {
          key: 'delete',
          label: 'Delete',
          icon: <DeleteOutlined />,
          isDanger: true,
          run: () => onOpen('delete'),
        },
      ],
    ]}
  />
)
