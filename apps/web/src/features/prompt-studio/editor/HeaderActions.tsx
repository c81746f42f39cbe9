import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { Fragment } from 'react'
import { useMedia } from '../../../shared/browser/use-media.ts'
import type { HeaderAction } from '../state/header-action.ts'

/** Number of actions that have room as buttons, for windows up to a width; there is room for all above. */
const counts = [
  { window: '(max-width: 1299px)', count: 0 },
  { window: '(max-width: 1759px)', count: 3 },
  { window: '(max-width: 2199px)', count: 6 },
] as const

/** Buttons with words for as many actions as there is room, and a menu with the others. */
export function HeaderActions({ actions }: { readonly actions: readonly HeaderAction[] }) {
  const [narrow, medium, wide] = counts
  const limits = [
    { isMatch: useMedia(narrow.window), count: narrow.count },
    { isMatch: useMedia(medium.window), count: medium.count },
    { isMatch: useMedia(wide.window), count: wide.count },
  ]
  const buttonCount = limits.find(({ isMatch }) => isMatch)?.count ?? actions.length
  const menuActions = actions.slice(buttonCount)
  return (
    <>
      {actions.slice(0, buttonCount).map((action) => (
        <ActionButton key={action.key} action={action} />
      ))}
      {menuActions.length > 0 && <ActionMenu actions={menuActions} />}
      {actions.map(({ key, dialog }) => (
        <Fragment key={key}>{dialog}</Fragment>
      ))}
    </>
  )
}

function ActionButton({ action }: { readonly action: HeaderAction }) {
  const { label, icon, hint, refusal, isOn = false, run } = action
  return (
    <Tooltip title={refusal ?? hint}>
      <Button
        type={isOn ? 'primary' : 'default'}
        ghost={isOn}
        icon={icon}
        aria-label={label}
        disabled={refusal !== undefined}
        aria-description={refusal}
        onClick={run}
      >
        {label}
      </Button>
    </Tooltip>
  )
}

function ActionMenu({ actions }: { readonly actions: readonly HeaderAction[] }) {
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: actions.map(({ key, label, icon, hint, refusal, run }) => ({
          key,
          label,
          icon: <span aria-hidden="true">{icon}</span>,
          title: refusal ?? hint ?? '',
          disabled: refusal !== undefined,
          onClick: run,
        })),
      }}
    >
      <Button iconPlacement="end" icon={<DownOutlined />} aria-label="More actions">
        More
      </Button>
    </Dropdown>
  )
}
