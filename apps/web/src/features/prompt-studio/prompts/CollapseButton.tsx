import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'

type Props = {
  /** Name of the prompt or note, used in the accessible label. */
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
