import {
  ColumnWidthOutlined,
  MinusOutlined,
  PlusOutlined,
  RotateRightOutlined,
  SplitCellsOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { PageView } from './use-page-view.ts'

/** Toolbar for the scale, the rotation and the place of the pages. */
export function PagesBar({ zoom, isStacked, rotate, setStacked }: PageView) {
  return (
    <div className="review-bar" role="toolbar" aria-label="View">
      <Tool label="Zoom out" shortcut="-" icon={<MinusOutlined />} onClick={zoom.out} />
      <span className="review-scale">{Math.round(zoom.scale * 100)}%</span>
      <Tool label="Zoom in" shortcut="+" icon={<PlusOutlined />} onClick={zoom.in} />
      <Tool
        label="Fit width"
        shortcut="0"
        icon={<ColumnWidthOutlined />}
        isPressed={zoom.isFitted}
        onClick={zoom.fit}
      />
      <Tool label="Rotate" shortcut="R" icon={<RotateRightOutlined />} onClick={rotate} />
      <Tool
        label="Values in full width"
        shortcut="W"
        icon={<SplitCellsOutlined rotate={90} />}
        isPressed={isStacked}
        onClick={() => setStacked(!isStacked)}
      />
    </div>
  )
}

type ToolProps = {
  readonly label: string
  readonly shortcut: string
  readonly icon: ReactNode
  readonly isPressed?: boolean
  onClick(): void
}

function Tool({ label, shortcut, icon, isPressed, onClick }: ToolProps) {
  return (
    <Tooltip title={`${label} (${shortcut})`}>
      <Button
        type="text"
        size="small"
        aria-label={label}
        aria-pressed={isPressed}
        icon={icon}
        onClick={onClick}
      />
    </Tooltip>
  )
}
