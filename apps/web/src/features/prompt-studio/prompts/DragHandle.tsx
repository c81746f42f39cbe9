import { HolderOutlined } from '@ant-design/icons'

/** Handle for dragging a card. Keyboard users have “Reorder prompts” instead. */
export function DragHandle({ name }: { readonly name: string }) {
  return (
    <span
      draggable
      data-drag
      className="prompt-handle"
      title={`Drag to move ${name}`}
      aria-hidden="true"
    >
      <HolderOutlined />
    </span>
  )
}
