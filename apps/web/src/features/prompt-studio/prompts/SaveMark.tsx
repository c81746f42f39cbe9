import { CheckOutlined, LoadingOutlined } from '@ant-design/icons'
import type { SaveStatus } from './text-keeper.ts'

/** A quiet word on whether a text is stored. Its place is kept when there is nothing to say. */
export function SaveMark({ status }: { readonly status: SaveStatus }) {
  return (
    <span className="save-mark" role="status">
      {status === 'saving' && <LoadingOutlined aria-label="Saving" />}
      {status === 'saved' && <CheckOutlined aria-label="Saved" />}
    </span>
  )
}
