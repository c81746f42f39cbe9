import { HolderOutlined } from '@ant-design/icons'

/** By what a card is dragged to another place; for the keyboard there is “Reorder prompts”. */
export function DragHandle({ name }: { readonly name: string }) {
  return (
    <span
      draggable
      data-drag
      className="prompt-handle"
      title={`Drag ${name} to another place`}
      aria-hidden="true"
    >
      <HolderOutlined />
    </span>
  )
}
