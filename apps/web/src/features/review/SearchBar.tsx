import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { KeyboardEvent } from 'react'
import { explain } from '../../shared/api/refusal.ts'
import type { TextSearch } from './use-text-search.ts'

/** Field for a text that is searched in the document. Enter shows the next match. */
export function SearchBar({ search }: { readonly search: TextSearch }) {
  const { text, matches = [], setText, move, close } = search
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter') move(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  return (
    <search className="review-search">
      <Input
        autoFocus
        size="small"
        maxLength={200}
        aria-label="Search in the document"
        placeholder="Search in the document"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={handleKeyDown}
      />
      <output className="review-scale">{describe(search)}</output>
      <Button
        type="text"
        size="small"
        aria-label="Previous match"
        disabled={matches.length === 0}
        icon={<UpOutlined />}
        onClick={() => move(-1)}
      />
      <Button
        type="text"
        size="small"
        aria-label="Next match"
        disabled={matches.length === 0}
        icon={<DownOutlined />}
        onClick={() => move(1)}
      />
      <Button
        type="text"
        size="small"
        aria-label="Close the search"
        icon={<CloseOutlined />}
        onClick={close}
      />
    </search>
  )
}

function describe({ text, matches, index, error }: TextSearch): string {
  if (text.trim() === '') return ''
  if (error) return explain(error, 'The document cannot be searched.')
  if (!matches) return 'Searching …'
  return matches.length === 0 ? 'No match' : `${index + 1} of ${matches.length}`
}
