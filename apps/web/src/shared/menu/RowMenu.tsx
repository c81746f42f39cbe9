import { MoreOutlined } from '@ant-design/icons'
import { omitUndefined } from '@recto/omit-undefined'
import { Button, Dropdown, type MenuProps } from 'antd'
import type { ReactNode } from 'react'

/** An action on a row. */
export type MenuAction = {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  /** Reason why the action is not available. */
  readonly refusal?: string | undefined
  readonly isDanger?: boolean
  run(): void
}

type Props = {
  /** Name of the row. */
  readonly name: string
  /** Groups of actions, separated by lines; empty ones are left out. */
  readonly groups: readonly (readonly MenuAction[])[]
  /** Whether one of the actions is in progress. */
  readonly isPending: boolean
}

/** All actions on a row of a list, behind one button. */
export function RowMenu({ name, groups, isPending }: Props) {
  const filledGroups = groups.filter((actions) => actions.length > 0)
  const items = filledGroups.flatMap((actions, index): NonNullable<MenuProps['items']> => {
    const line = index > 0 ? [{ type: 'divider' as const, key: `before group ${index}` }] : []
    return [...line, ...actions.map(itemOf)]
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

/** A disabled item shows the reason as its title. */
const itemOf = ({ key, label, icon, refusal, isDanger = false, run }: MenuAction) => ({
  key,
  label,
  icon: <span aria-hidden="true">{icon}</span>,
  danger: isDanger,
  ...omitUndefined({ disabled: refusal === undefined ? undefined : true, title: refusal }),
  onClick: run,
})

/** Stops the Enter key that chose the item from also submitting the form that it opened. */
const endHere: NonNullable<MenuProps['onClick']> = ({ domEvent }) => domEvent.preventDefault()
