import { FileTextOutlined } from '@ant-design/icons'
import { useEditor } from '../../prompt-studio/prompt-studio.port.ts'

/** Name of the displayed document; the list next to it contains the others. */
export function DocumentName() {
  const { document } = useEditor()
  return (
    <div className="document-bar simple-document-name">
      <FileTextOutlined aria-hidden="true" />
      <span title={document?.name}>{document?.name ?? 'No document yet'}</span>
    </div>
  )
}
