import { DownOutlined, MinusOutlined, UpOutlined } from '@ant-design/icons'
import { Badge } from 'antd'
import { useRef, useState } from 'react'
import { useStore } from '../../../shared/store/create-store.ts'
import { LogTable, type LogType } from './LogTable.tsx'
import { ResizeEdge } from './ResizeEdge.tsx'
import { HEADER, usePanelHeight } from './use-panel-height.ts'
import { usePanelLogs } from './use-panel-logs.ts'
import './logs.css'

/** The logs of this session, below every page. */
export function LogsPanel() {
  const logs = usePanelLogs()
  const { entries, errors, remainingTokens } = useStore(logs.state, (state) => state)
  const { height, max, isMinimised, isFull, toggle, minimise, resize } = usePanelHeight()
  const [seenErrors, setSeenErrors] = useState(0)
  const [selectedTypes, setSelectedTypes] = useState<readonly LogType[]>([])
  const panel = useRef<HTMLElement>(null)
  // New errors count as seen while the panel is open.
  if (!isMinimised && seenErrors !== errors) setSeenErrors(errors)
  const unseenErrors = errors - seenErrors

  return (
    <section className="logs-panel" aria-label="Logs" ref={panel}>
      <ResizeEdge
        height={height}
        max={max}
        headerHeight={HEADER}
        bottom={() => panel.current?.getBoundingClientRect().bottom ?? 0}
        onResize={resize}
      />
      <header className="logs-header" style={{ height: HEADER }}>
        <Badge
          count={isMinimised ? unseenErrors : 0}
          color="red"
          size="small"
          offset={[10, 0]}
          title=""
        >
          <h2>Logs</h2>
        </Badge>
        <span className="visually-hidden" role="status">
          {isMinimised &&
            unseenErrors > 0 &&
            `${unseenErrors} new ${unseenErrors === 1 ? 'error' : 'errors'}`}
        </span>
        <span className="logs-tokens">
          {remainingTokens !== undefined &&
            `Remaining tokens: ${remainingTokens.toLocaleString('en-US')}`}
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={isFull ? 'Collapse logs' : 'Expand logs'}
          aria-expanded={!isMinimised}
          onClick={toggle}
        >
          {isFull ? <DownOutlined /> : <UpOutlined />}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Minimize logs"
          disabled={isMinimised}
          onClick={minimise}
        >
          <MinusOutlined />
        </button>
      </header>
      {!isMinimised && (
        <div className="logs-frame" style={{ height }}>
          <LogTable entries={entries} selectedTypes={selectedTypes} onSelect={setSelectedTypes} />
        </div>
      )}
    </section>
  )
}
