import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { RowMenu } from '../../../shared/menu/RowMenu.tsx'
import type { OpenedCanned } from './CannedDialogs.tsx'
import { type CannedQuestion, cannedQuestionsOf } from './canned-questions.queries.ts'
import { LoadingRows } from './LoadingRows.tsx'

type Props = {
  readonly appId: string
  /** Whether a question can be asked now. */
  readonly canAsk: boolean
  onAsk(question: string): void
  onOpen(opened: OpenedCanned): void
}

/** The questions that an app offers; a click asks one. */
export function CannedTab({ appId, canAsk, onAsk, onOpen }: Props) {
  const { data: all = [], isLoading } = useQuery(cannedQuestionsOf(appId))
  return (
    <div className="chat-tab">
      <Button
        block
        icon={<PlusOutlined aria-hidden="true" />}
        onClick={() => onOpen({ what: 'edit' })}
      >
        New question
      </Button>
      {isLoading && <LoadingRows />}
      {!isLoading && all.length === 0 && (
        <p className="faint">Questions that are asked often can be kept here for everyone.</p>
      )}
      <ul className="chat-rows" aria-label="Canned questions">
        {all.map((canned) => (
          <li key={canned.id}>
            <button
              type="button"
              className="chat-row"
              disabled={!canAsk}
              onClick={() => onAsk(canned.question)}
            >
              {canned.question}
            </button>
            <CannedMenu canned={canned} onOpen={(what) => onOpen({ what, canned })} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type MenuProps = {
  readonly canned: CannedQuestion
  onOpen(what: OpenedCanned['what']): void
}

const CannedMenu = ({ canned, onOpen }: MenuProps) => (
  <RowMenu
    name={canned.question}
    isPending={false}
    groups={[
      [
        { key: 'edit', label: 'Edit', icon: <EditOutlined />, act: () => onOpen('edit') },
        {
          ...{ key: 'delete', label: 'Delete', icon: <DeleteOutlined />, isDanger: true },
          act: () => onOpen('delete'),
        },
      ],
    ]}
  />
)
