import { BulbOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useEditor } from '../state/editor-context.ts'
import { ProposalsDialog } from './ProposalsDialog.tsx'

/** Suggests prompts for the selected document. */
export function ProposeButton() {
  const [isOpen, setOpen] = useState(false)
  const { document } = useEditor()
  useCommands(
    document
      ? [
          {
            id: 'propose-fields',
            title: 'Propose fields for this document',
            group: 'This project',
            run: () => setOpen(true),
          },
        ]
      : [],
  )

  return (
    <>
      <Tooltip title={document ? '' : 'Select a document first'}>
        <Button
          icon={<BulbOutlined aria-hidden="true" />}
          disabled={!document}
          onClick={() => setOpen(true)}
        >
          Propose fields
        </Button>
      </Tooltip>
      {isOpen && document && (
        <ProposalsDialog key={document.id} document={document} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
