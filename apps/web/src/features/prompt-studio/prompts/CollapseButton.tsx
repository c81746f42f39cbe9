import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'

type Props = {
  /** Of the prompt or note. */
  readonly name: string
  readonly isCollapsed: boolean
  onToggle(): void
}

export function CollapseButton({ name, isCollapsed, onToggle }: Props) {
  return (
    <Button
      type="text"
      size="small"
      className="prompt-collapse"
      aria-expanded={!isCollapsed}
      aria-label={`${isCollapsed ? 'Expand' : 'Collapse'} ${name}`}
      icon={isCollapsed ? <RightOutlined /> : <DownOutlined />}
      onClick={onToggle}
    />
  )
}
