import { Descriptions, Modal } from 'antd'

const shortcuts: readonly (readonly [keys: string, action: string])[] = [
  ['Tab', 'Go to the next value'],
  ['N', 'Go to the next doubtful value'],
  ['Enter', 'Accept the value and go to the next doubtful one'],
  ['Shift+A', 'Accept all values above the confidence'],
  ['E', 'Edit the value'],
  ['Ctrl+Z', 'Undo the last action'],
  ['Ctrl+V', 'Paste cells from a spreadsheet, on a cell of a table'],
  ['Ctrl+Enter', 'Finish the review or approve'],
  ['+ and -', 'Zoom in and out'],
  ['0', 'Fit the page to the width'],
  ['R', 'Rotate the page'],
  ['W', 'Show values in full width'],
  ['?', 'Show these keys'],
]

/** Lists the keys of the review screen. */
export const ShortcutsDialog = ({ onClose }: { onClose(): void }) => (
  <Modal open title="Keys" footer={null} onCancel={onClose}>
    <Descriptions
      bordered
      column={1}
      size="small"
      items={shortcuts.map(([keys, action]) => ({ key: keys, label: keys, children: action }))}
    />
  </Modal>
)
