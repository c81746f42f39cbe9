import { CheckOutlined, LoadingOutlined } from '@ant-design/icons'
import type { SaveStatus } from './autosave-field.ts'

/** Shows whether a text is being saved or was saved. Takes its space even when empty. */
export function SaveIndicator({ status }: { readonly status: SaveStatus }) {
  return (
    <span className="save-mark" role="status">
      {status === 'saving' && <LoadingOutlined aria-label="Saving" />}
      {status === 'saved' && <CheckOutlined aria-label="Saved" />}
    </span>
  )
}
