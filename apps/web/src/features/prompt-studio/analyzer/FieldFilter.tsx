import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button, Checkbox, Drawer } from 'antd'
import { useState } from 'react'
import type { Prompt } from '../prompt.ts'

type Props = {
  readonly prompts: readonly Prompt[]
  /** The ids of those that are not looked at. */
  readonly hidden: ReadonlySet<string>
  onChange(hidden: ReadonlySet<string>): void
}

/** Which fields are looked at, and counted. */
export function FieldFilter({ prompts, hidden, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const all = prompts.map(({ id }) => id)

  function toggle(id: string) {
    onChange(new Set(hidden.has(id) ? [...hidden].filter((it) => it !== id) : [...hidden, id]))
  }

  return (
    <>
      <Badge count={hidden.size} size="small" title={`${hidden.size} fields are left out`}>
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
          <Button size="small" onClick={() => onChange(new Set(all))}>
            None
          </Button>
        </div>
        <ul className="analyzer-list">
          {prompts.map(({ id, key }) => (
            <li key={id}>
              <Checkbox checked={!hidden.has(id)} onChange={() => toggle(id)}>
                <span className="mono">{key}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  )
}
