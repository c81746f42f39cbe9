import { DownOutlined, MinusOutlined, UpOutlined } from '@ant-design/icons'
import { Badge } from 'antd'
import { useRef, useState } from 'react'
import { useStore } from '../../../shared/store/create-store.ts'
import { LogTable, type LogType } from './LogTable.tsx'
import { ResizeEdge } from './ResizeEdge.tsx'
import { HEADER, usePanelHeight } from './use-panel-height.ts'
import { usePanelLogs } from './use-panel-logs.ts'
import './logs.css'

/** What the work of this session says, under every page. */
export function LogsPanel() {
  const logs = usePanelLogs()
  const { entries, errors, remainingTokens } = useStore(logs.shown, (shown) => shown)
  const { height, max, isMinimised, isFull, toggle, minimise, resize } = usePanelHeight()
  const [seenErrors, setSeenErrors] = useState(0)
  const [chosen, setChosen] = useState<readonly LogType[]>([])
  const panel = useRef<HTMLElement>(null)
  // Whoever has the panel open sees them come.
  if (!isMinimised && seenErrors !== errors) setSeenErrors(errors)
  const unseen = errors - seenErrors

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
        <Badge count={isMinimised ? unseen : 0} color="red" size="small" offset={[10, 0]} title="">
          <h2>Logs</h2>
        </Badge>
        <span className="visually-hidden" role="status">
          {isMinimised && unseen > 0 && `${unseen} new ${unseen === 1 ? 'error' : 'errors'}`}
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
          aria-label="Minimise logs"
          disabled={isMinimised}
          onClick={minimise}
        >
          <MinusOutlined />
        </button>
      </header>
      {!isMinimised && (
        <div className="logs-frame" style={{ height }}>
          <LogTable entries={entries} chosen={chosen} onChoose={setChosen} />
        </div>
      )}
    </section>
  )
}
