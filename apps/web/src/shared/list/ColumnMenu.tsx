import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { useRef, useState } from 'react'

type Props = {
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  readonly hiddenKeys: readonly string[]
  /** Whether the button has no border, as in the heading of a table. */
  readonly isPlain?: boolean
  onChange(hiddenKeys: readonly string[]): void
}

/** A button with a menu to hide and show columns of a table. */
export function ColumnMenu({ columns, hiddenKeys, isPlain = false, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const choices = useRef<HTMLFieldSetElement>(null)

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function toggle(key: string, isShown: boolean) {
    const otherKeys = hiddenKeys.filter((hiddenKey) => hiddenKey !== key)
    onChange(isShown ? otherKeys : [...otherKeys, key])
  }

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      // The menu is at the end of the page, where the Tab key alone would not find it.
      afterOpenChange={(open) => open && choices.current?.querySelector('input')?.focus()}
      content={
        <fieldset
          ref={choices}
          className="column-menu"
          onKeyDown={({ key }) => key === 'Escape' && close()}
        >
          <legend className="visually-hidden">Columns</legend>
          {columns.map(({ key, title }) => (
            <Checkbox
              key={key}
              checked={!hiddenKeys.includes(key)}
              onChange={({ target }) => toggle(key, target.checked)}
            >
              {title}
            </Checkbox>
          ))}
        </fieldset>
      }
    >
      <Button
        ref={button}
        type={isPlain ? 'text' : 'default'}
        size={isPlain ? 'small' : 'middle'}
        aria-label="Columns"
        title="Columns"
        icon={<SettingOutlined aria-hidden="true" />}
      />
    </Popover>
  )
}
