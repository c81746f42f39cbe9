import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type SchemeChoice, useColorScheme } from '../../shared/color-scheme.tsx'

const options = {
  light: { label: 'Light', icon: <SunOutlined /> },
  dark: { label: 'Dark', icon: <MoonOutlined /> },
  system: { label: 'As the system', icon: <DesktopOutlined /> },
} as const satisfies Record<SchemeChoice, unknown>

/** Light, dark, or as the system. */
export function SchemeSwitch() {
  const { choice, choose } = useColorScheme()
  const items = Object.entries(options).map(([key, option]) => ({ key, ...option }))

  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectable: true,
        selectedKeys: [choice],
        onClick: ({ key }) => choose(key as SchemeChoice),
      }}
    >
      <Button
        type="text"
        shape="circle"
        aria-label={`Colours: ${options[choice].label}`}
        icon={options[choice].icon}
      />
    </Dropdown>
  )
}
