import { CheckOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { Column } from '../table/DataTable.tsx'

type Props<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly hiddenKeys: readonly string[]
  onChange(hiddenKeys: readonly string[]): void
}

/** A button with a menu of the columns that the user can hide and show. */
export function ColumnMenu<Row>({ columns, hiddenKeys, onChange }: Props<Row>) {
  const items = columns.map(({ key, title }) => {
    const isHidden = hiddenKeys.includes(key)
    return {
      key,
      icon: <CheckOutlined aria-hidden="true" style={{ opacity: isHidden ? 0 : 1 }} />,
      label: (
        <>
          {title}
          <span className="visually-hidden">{isHidden ? ' (hidden)' : ' (shown)'}</span>
        </>
      ),
      onClick: () =>
        onChange(isHidden ? hiddenKeys.filter((other) => other !== key) : [...hiddenKeys, key]),
    }
  })
  return (
    <Dropdown autoFocus trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button
        type="text"
        size="small"
        aria-label="Choose columns"
        title="Choose columns"
        icon={<SettingOutlined aria-hidden="true" />}
      />
    </Dropdown>
  )
}
