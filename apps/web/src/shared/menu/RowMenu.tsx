import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import type { ReactNode } from 'react'

/** Something that can be done with a row. */
type RowDeed = {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  /** Why it cannot be done now. */
  readonly refusal?: string | undefined
  readonly isDanger?: boolean
  act(): void
}

type Props = {
  /** Of the row. */
  readonly name: string
  /** With a line between the groups. */
  readonly groups: readonly (readonly RowDeed[])[]
  /** Whether one of them is under way. */
  readonly isPending: boolean
}

/** Everything that can be done with one row of a list, behind one button. */
export function RowMenu({ name, groups, isPending }: Props) {
  const items = groups.flatMap((deeds, at): NonNullable<MenuProps['items']> => {
    const [first] = deeds
    const line = at > 0 && first ? [{ type: 'divider' as const, key: `before ${first.key}` }] : []
    return [...line, ...deeds.map(itemOf)]
  })
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: endHere }}
    >
      <Button
        type="text"
        size="small"
        aria-label={`Actions for ${name}`}
        loading={isPending}
        icon={<MoreOutlined />}
      />
    </Dropdown>
  )
}

/** An item that is refused says why. */
const itemOf = ({ key, label, icon, refusal, isDanger = false, act }: RowDeed) => ({
  key,
  label,
  icon: <span aria-hidden="true">{icon}</span>,
  danger: isDanger,
  ...(refusal !== undefined && { disabled: true, title: refusal }),
  onClick: act,
})

/** The Enter that chose would otherwise go on to submit the form that it opened. */
const endHere: NonNullable<MenuProps['onClick']> = ({ domEvent }) => domEvent.preventDefault()
