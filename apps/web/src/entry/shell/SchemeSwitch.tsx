import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { PopMenu } from '../../shared/menu/PopMenu.tsx'
import { type SchemeChoice, useColorScheme } from '../../shared/theme/color-scheme.tsx'

const options = [
  { key: 'light', label: 'Light', icon: <SunOutlined /> },
  { key: 'dark', label: 'Dark', icon: <MoonOutlined /> },
  { key: 'system', label: 'System default', icon: <DesktopOutlined /> },
] as const satisfies readonly { key: SchemeChoice; label: string; icon: ReactNode }[]

/** Light, dark, or as the system. */
export function SchemeSwitch() {
  const { choice, choose } = useColorScheme()
  const selectedOption = options.find(({ key }) => key === choice)
  const items = options.map((option) => ({
    ...option,
    isSelected: option.key === choice,
    onSelect: () => choose(option.key),
  }))

  return (
    <PopMenu
      label={`Color scheme: ${selectedOption?.label}`}
      className="icon-button"
      sections={[{ key: 'schemes', items }]}
    >
      {selectedOption?.icon}
    </PopMenu>
  )
}
