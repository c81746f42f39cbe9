import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Modal } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { keyboardScrollable } from '../../../shared/layout/keyboard-scrollable.ts'
import { chunksUsed } from '../output.queries.ts'
import { useProjectMode } from '../state/editor-context.ts'
import { splitByMatch } from './split-by-match.ts'
import './chunks.css'

const SEARCH_DELAY_MS = 300

type Props = {
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
  readonly onClose: () => void
}

/** Shows the chunks of the document from which an output was extracted, with a search. */
export function ChunksDialog({ onClose, ...outputRef }: Props) {
  const { id: projectId, isSinglePass } = useProjectMode()
  const { data, error } = useQuery(chunksUsed({ ...outputRef, projectId, isSinglePass }))
  const [searchText, setSearchText] = useState('')
  const debouncedText = useDebounced(searchText, SEARCH_DELAY_MS)
  const [matchIndex, setMatchIndex] = useState(0)
  const chunks = useMemo(() => splitByMatch(data ?? [], debouncedText), [data, debouncedText])
  const matchCount = chunks.flat().filter(({ match }) => match !== undefined).length
  const currentMatch = matchCount === 0 ? 0 : ((matchIndex % matchCount) + matchCount) % matchCount

  return (
    <Modal open width={1000} footer={null} title="Index Data" onCancel={onClose}>
      <search className="chunk-search">
        <Input
          allowClear
          placeholder="Search chunks"
          aria-label="Search chunks"
          value={searchText}
          onChange={({ target }) => {
            setSearchText(target.value)
            setMatchIndex(0)
          }}
          onPressEnter={({ shiftKey }) => setMatchIndex(currentMatch + (shiftKey ? -1 : 1))}
        />
        <span className="chunk-count" role="status">
          {debouncedText === '' ? '' : `${matchCount === 0 ? 0 : currentMatch + 1} / ${matchCount}`}
        </span>
        <Button
          aria-label="Previous match"
          icon={<UpOutlined />}
          disabled={matchCount === 0}
          onClick={() => setMatchIndex(currentMatch - 1)}
        />
        <Button
          aria-label="Next match"
          icon={<DownOutlined />}
          disabled={matchCount === 0}
          onClick={() => setMatchIndex(currentMatch + 1)}
        />
      </search>
      {error && (
        <Alert
          showIcon
          type="error"
          role="alert"
          // The wording is required: [PS-271].
          title={explain(error, 'Failed to loaded the prompt results')}
        />
      )}
      {!data && !error && <div className="bone panel-bone" aria-busy="true" />}
      {data?.length === 0 && <p className="faint">No chunks are stored for this output.</p>}
      <ol className="chunk-list" aria-label="Chunks" {...keyboardScrollable}>
        {chunks.map((segments, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same chunk may be used twice
          <li key={index}>
            <pre className="mono">
              {segments.map(({ text, start, match }) =>
                match === undefined ? (
                  text
                ) : (
                  <Match key={start} text={text} isCurrent={match === currentMatch} />
                ),
              )}
            </pre>
          </li>
        ))}
      </ol>
    </Modal>
  )
}

function Match({ text, isCurrent }: { readonly text: string; readonly isCurrent: boolean }) {
  const elementRef = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) elementRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <mark ref={elementRef} data-current={isCurrent}>
      {text}
    </mark>
  )
}
