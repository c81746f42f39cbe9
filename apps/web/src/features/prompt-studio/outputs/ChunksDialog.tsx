import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Modal } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { byKeys } from '../../../shared/layout/by-keys.ts'
import { chunksUsed } from '../output.queries.ts'
import { useProjectFacts } from '../state/editor-context.ts'
import { piecesOf } from './find-matches.ts'
import './chunks.css'

const SEARCH_REST_MS = 300

type Props = {
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
  readonly onClose: () => void
}

/** The chunks of the document that an output was taken from, with a search in them. */
export function ChunksDialog({ onClose, ...asked }: Props) {
  const { id: projectId, isSinglePass } = useProjectFacts()
  const { data, error } = useQuery(chunksUsed({ ...asked, projectId, isSinglePass }))
  const [typed, setTyped] = useState('')
  const needle = useDebounced(typed, SEARCH_REST_MS)
  const [at, setAt] = useState(0)
  const chunks = useMemo(() => piecesOf(data ?? [], needle), [data, needle])
  const count = chunks.flat().filter(({ match }) => match !== undefined).length
  const current = count === 0 ? 0 : ((at % count) + count) % count

  return (
    <Modal open width={1000} footer={null} title="Index Data" onCancel={onClose}>
      <search className="chunk-search">
        <Input
          allowClear
          placeholder="Search in the chunks"
          aria-label="Search in the chunks"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onPressEnter={({ shiftKey }) => setAt(current + (shiftKey ? -1 : 1))}
        />
        <span className="chunk-count" role="status">
          {needle === '' ? '' : `${count === 0 ? 0 : current + 1} / ${count}`}
        </span>
        <Button
          aria-label="Previous match"
          icon={<UpOutlined />}
          disabled={count === 0}
          onClick={() => setAt(current - 1)}
        />
        <Button
          aria-label="Next match"
          icon={<DownOutlined />}
          disabled={count === 0}
          onClick={() => setAt(current + 1)}
        />
      </search>
      {error && (
        <Alert
          showIcon
          type="error"
          role="alert"
          title={explain(error, 'Failed to loaded the prompt results')}
        />
      )}
      {!data && !error && <div className="bone panel-bone" aria-busy="true" />}
      {data?.length === 0 && <p className="faint">No chunk is kept of this output.</p>}
      <ol className="chunk-list" aria-label="Chunks" {...byKeys}>
        {chunks.map((pieces, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same chunk may be used twice
          <li key={place}>
            <pre className="mono">
              {pieces.map(({ text, start, match }) =>
                match === undefined ? (
                  text
                ) : (
                  <Match key={start} text={text} isCurrent={match === current} />
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
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <mark ref={place} data-current={isCurrent}>
      {text}
    </mark>
  )
}
