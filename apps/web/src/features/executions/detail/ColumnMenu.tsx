import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { type OptionalColumn, optionalColumns } from './use-hidden-columns.ts'

type Props = {
  readonly hidden: readonly string[]
  toggle(key: OptionalColumn): void
}

/** Menu to show and hide columns of the file table. */
export function ColumnMenu({ hidden, toggle }: Props) {
  const choices = (
    <fieldset className="column-menu">
      <legend className="visually-hidden">Columns</legend>
      {optionalColumns.map(({ key, title }) => (
        <Checkbox key={key} checked={!hidden.includes(key)} onChange={() => toggle(key)}>
          {title}
        </Checkbox>
      ))}
    </fieldset>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={choices}>
      <Button aria-label="Columns" title="Columns" icon={<SettingOutlined />} />
    </Popover>
  )
}
