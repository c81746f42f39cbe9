import { ColumnWidthOutlined, LayoutOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, InputNumber, Tooltip } from 'antd'
import type { Zoom } from '../../../shared/pages/use-zoom.ts'

type Props = {
  readonly zoom: Zoom
  /** Zero-based page index. */
  readonly page: number
  readonly pageCount: number
  onGoTo(page: number): void
  readonly thumbnails: { readonly isOn: boolean; setOn(isOn: boolean): void }
}

/** Toolbar for the page number, the scale and the thumbnails. */
export function ViewerBar({ zoom, page, pageCount, onGoTo, thumbnails }: Props) {
  return (
    <div className="viewer-bar" role="toolbar" aria-label="Pages">
      <span className="viewer-pages">
        <Tool
          label="Thumbnails"
          icon={<LayoutOutlined />}
          isPressed={thumbnails.isOn}
          onClick={() => thumbnails.setOn(!thumbnails.isOn)}
        />
        <InputNumber
          size="small"
          controls={false}
          aria-label="Page"
          min={1}
          max={pageCount}
          value={page + 1}
          style={{ width: `${Math.max(2, String(pageCount).length) + 2.5}ch` }}
          onChange={(pageNumber) => pageNumber && onGoTo(pageNumber - 1)}
        />
        <span>of {pageCount}</span>
      </span>
      <Tool label="Zoom out" icon={<MinusOutlined />} onClick={zoom.out} />
      <span className="viewer-scale">{Math.round(zoom.scale * 100)}%</span>
      <Tool label="Zoom in" icon={<PlusOutlined />} onClick={zoom.in} />
      <Tool
        label="Fit width"
        icon={<ColumnWidthOutlined />}
        isPressed={zoom.isFitted}
        onClick={zoom.fit}
      />
    </div>
  )
}

type ToolProps = {
  readonly label: string
  readonly icon: React.ReactNode
  readonly isPressed?: boolean
  onClick(): void
}

function Tool({ label, icon, isPressed, onClick }: ToolProps) {
  return (
    <Tooltip title={label}>
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
