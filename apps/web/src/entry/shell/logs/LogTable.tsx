import { FilterFilled, FilterOutlined } from '@ant-design/icons'
import { Checkbox, Popover } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { exactTime } from '../../../shared/browser/time.ts'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import type { LogEntry } from './log-entry.ts'
import { isError } from './panel-logs.ts'

const types = ['LOG', 'NOTIFICATION'] as const
export type LogType = (typeof types)[number]

type Props = {
  readonly entries: readonly LogEntry[]
  readonly selectedTypes: readonly LogType[]
  onSelect(types: readonly LogType[]): void
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

/**
 * Lists the entries, oldest first. It stays scrolled to the newest unless the user has scrolled up.
 */
export function LogTable({ entries, selectedTypes, onSelect }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const visibleEntries =
    selectedTypes.length === 0
      ? entries
      : entries.filter(({ type }) => selectedTypes.includes(type))

  useLayoutEffect(() => {
    const box = frame.current
    if (box && visibleEntries.length > 0 && follows.current) box.scrollTop = box.scrollHeight
  }, [visibleEntries])

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
                {title === 'Type' && (
                  <TypeFilter selectedTypes={selectedTypes} onSelect={onSelect} />
                )}
              </th>
            ))}
            <th scope="col">Message</th>
          </tr>
        </thead>
        <tbody>
          {visibleEntries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and are only ever added
            <Row key={`${entry.timestamp} ${index}`} entry={entry} />
          ))}
        </tbody>
      </table>
      {visibleEntries.length === 0 && <p className="logs-empty">No logs to show</p>}
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
      <td>{stage && labelOfWord(stage)}</td>
      <td>{step ?? (iteration ? `${entry.iteration} of ${entry.iterationTotal}` : undefined)}</td>
      <td>{state && labelOfWord(state)}</td>
      <td className="logs-name">{promptKey}</td>
      <td className="logs-name">{documentName}</td>
      <td className="logs-message">
        {message}
        {entry.cost !== undefined && <span className="faint"> ({entry.cost})</span>}
      </td>
    </tr>
  )
}

function TypeFilter({ selectedTypes, onSelect }: Pick<Props, 'selectedTypes' | 'onSelect'>) {
  return (
    <Popover
      trigger="click"
      placement="topLeft"
      content={
        <Checkbox.Group<LogType>
          className="logs-types"
          options={[...types]}
          value={[...selectedTypes]}
          onChange={onSelect}
        />
      }
    >
      <button
        type="button"
        className="logs-filter"
        aria-label="Filter by type"
        aria-haspopup="dialog"
      >
        {selectedTypes.length > 0 ? <FilterFilled /> : <FilterOutlined />}
      </button>
    </Popover>
  )
}
