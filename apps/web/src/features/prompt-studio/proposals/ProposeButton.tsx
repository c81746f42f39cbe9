import { BulbOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useEditor } from '../state/editor-context.ts'

type Props = { readonly size?: 'small' | 'middle'; readonly onPropose: () => void }

/** Suggests prompts for the selected document. */
export function ProposeButton({ size = 'middle', onPropose }: Props) {
  const { document } = useEditor()
  useCommands(
    document
      ? [
          {
            id: 'propose-fields',
            title: 'Suggest fields for this document',
            group: 'This project',
            run: onPropose,
          },
        ]
      : [],
  )

  return (
    <Tooltip title={document ? '' : 'Select a document first'}>
      <Button
        size={size}
        icon={<BulbOutlined aria-hidden="true" />}
        disabled={!document}
        onClick={onPropose}
      >
        Suggest fields
      </Button>
    </Tooltip>
  )
}
