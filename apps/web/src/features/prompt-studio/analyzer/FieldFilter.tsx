import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button, Checkbox, Drawer } from 'antd'
import { useState } from 'react'
import type { Prompt } from '../prompt.ts'

type Props = {
  readonly prompts: readonly Prompt[]
  /** Ids of the prompts whose fields are hidden. */
  readonly hiddenIds: ReadonlySet<string>
  onChange(hiddenIds: ReadonlySet<string>): void
}

/** Chooses the fields that are shown and counted. */
export function FieldFilter({ prompts, hiddenIds, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const allIds = prompts.map(({ id }) => id)

  function toggle(id: string) {
    onChange(
      new Set(
        hiddenIds.has(id)
          ? [...hiddenIds].filter((hiddenId) => hiddenId !== id)
          : [...hiddenIds, id],
      ),
    )
  }

  return (
    <>
      <Badge count={hiddenIds.size} size="small" title={`Hidden fields: ${hiddenIds.size}`}>
        <Button
          icon={<FilterOutlined />}
          disabled={prompts.length === 0}
          onClick={() => setOpen(true)}
        >
          Filter fields
        </Button>
      </Badge>
      <Drawer title="Filter Prompt Fields" open={isOpen} onClose={() => setOpen(false)}>
        <div className="analyzer-filter-all">
          <Button size="small" onClick={() => onChange(new Set())}>
            All
          </Button>
          <Button size="small" onClick={() => onChange(new Set(allIds))}>
            None
          </Button>
        </div>
        <ul className="analyzer-list">
          {prompts.map(({ id, key }) => (
            <li key={id}>
              <Checkbox checked={!hiddenIds.has(id)} onChange={() => toggle(id)}>
                <span className="mono">{key}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  )
}
