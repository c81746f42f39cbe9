import {
  ColumnWidthOutlined,
  LayoutOutlined,
  MinusOutlined,
  PlusOutlined,
  RotateRightOutlined,
  SearchOutlined,
  SplitCellsOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { SearchBar } from './SearchBar.tsx'
import type { PageView } from './use-page-view.ts'
import type { TextSearch } from './use-text-search.ts'

type Props = PageView & {
  /** Zero-based index of the page in view. */
  readonly page: number
  readonly pageCount: number
  readonly search: TextSearch
}

/** Toolbar for the scale, the rotation and the place of the pages, and for the search in them. */
export function PagesBar({ zoom, isStacked, rotate, setStacked, ...props }: Props) {
  const { page, pageCount, search } = props
  return (
    <div className="review-bar" role="toolbar" aria-label="View">
      {pageCount > 1 && (
        <>
          <Tool
            label="Thumbnails"
            shortcut="T"
            icon={<LayoutOutlined />}
            isPressed={props.hasThumbnails}
            onClick={props.toggleThumbnails}
          />
          <span className="review-scale">{`Page ${page + 1} of ${pageCount}`}</span>
        </>
      )}
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
      {search.isOpen ? (
        <SearchBar search={search} />
      ) : (
        <Tool
          label="Search in the document"
          shortcut="/"
          icon={<SearchOutlined />}
          onClick={search.open}
        />
      )}
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
