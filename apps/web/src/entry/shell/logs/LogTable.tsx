import { FilterFilled, FilterOutlined } from '@ant-design/icons'
import { Checkbox, Popover } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { exactTime } from '../../../shared/browser/time.ts'
import type { LogEntry } from './log-entry.ts'
import { isError } from './panel-logs.ts'

const types = ['LOG', 'NOTIFICATION'] as const
export type LogType = (typeof types)[number]

type Props = {
  readonly entries: readonly LogEntry[]
  readonly chosen: readonly LogType[]
  onChoose(types: readonly LogType[]): void
}

const titles = [
  'Time',
  'Level',
  'Type',
  'Stage',
  'Step',
  'State',
  'Prompt Key',
  'Doc Name',
] as const

/** The entries, oldest first, and always down to the newest unless somebody looks at older ones. */
export function LogTable({ entries, chosen, onChoose }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const shown = chosen.length === 0 ? entries : entries.filter(({ type }) => chosen.includes(type))

  useLayoutEffect(() => {
    const box = frame.current
    if (box && shown.length > 0 && follows.current) box.scrollTop = box.scrollHeight
  }, [shown])

  return (
    <div
      className="logs-body"
      ref={frame}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        follows.current = scrollTop + clientHeight >= scrollHeight - 8
      }}
    >
      <table aria-label="Logs">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
                {title === 'Type' && <TypeFilter chosen={chosen} onChoose={onChoose} />}
              </th>
            ))}
            <th scope="col">Message</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((entry, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and are only ever added
            <Row key={`${entry.timestamp} ${place}`} entry={entry} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className="logs-empty">Nothing to show yet.</p>}
    </div>
  )
}

function Row({ entry }: { readonly entry: LogEntry }) {
  const { timestamp, level, type, stage, step, state, promptKey, documentName, message } = entry
  const iteration = entry.iteration && entry.iterationTotal
  const [date, time] = exactTime(timestamp * 1000).split(', ')
  return (
    <tr data-error={isError(entry)}>
      <td className="logs-time">
        <span className="logs-date">{date}, </span>
        {time}
      </td>
      <td>{level}</td>
      <td>{type}</td>
      <td>{stage}</td>
      <td>{step ?? (iteration ? `${entry.iteration} of ${entry.iterationTotal}` : undefined)}</td>
      <td>{state}</td>
      <td className="logs-name">{promptKey}</td>
      <td className="logs-name">{documentName}</td>
      <td className="logs-message">
        {message}
        {entry.cost !== undefined && <span className="faint"> ({entry.cost})</span>}
      </td>
    </tr>
  )
}

function TypeFilter({ chosen, onChoose }: Pick<Props, 'chosen' | 'onChoose'>) {
  return (
    <Popover
      trigger="click"
      placement="topLeft"
      content={
        <Checkbox.Group<LogType>
          className="logs-types"
          options={[...types]}
          value={[...chosen]}
          onChange={onChoose}
        />
      }
    >
      <button
        type="button"
        className="logs-filter"
        aria-label="Filter by type"
        aria-haspopup="dialog"
      >
        {chosen.length > 0 ? <FilterFilled /> : <FilterOutlined />}
      </button>
    </Popover>
  )
}
