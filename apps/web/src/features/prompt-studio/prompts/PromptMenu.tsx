import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import type { Prompt } from '../prompt.ts'
import { DeletePrompt } from './DeletePrompt.tsx'

type Props = {
  readonly prompt: Prompt
  /** Items above “Delete”. */
  readonly items?: NonNullable<MenuProps['items']>
}

/** Menu of the less common actions on a prompt or note. */
export function PromptMenu({ prompt, items = [] }: Props) {
  const [isDeleting, setDeleting] = useState(false)
  const deleteItem = {
    key: 'delete',
    label: 'Delete',
    danger: true,
    onClick: () => setDeleting(true),
  }

  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items: [...items, deleteItem] }}
      >
        <Button
          type="text"
          size="small"
          aria-label={`More actions for ${prompt.key}`}
          icon={<MoreOutlined />}
        />
      </Dropdown>
      {isDeleting && <DeletePrompt prompt={prompt} onClose={() => setDeleting(false)} />}
    </>
  )
}
