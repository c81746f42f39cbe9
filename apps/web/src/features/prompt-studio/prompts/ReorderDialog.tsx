import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useEditor } from '../state/editor-context.ts'
import { useReorder } from './use-reorder.ts'

/** The prompts in their order, to be dragged or moved step by step. */
export function ReorderDialog({ onClose }: { readonly onClose: () => void }) {
  const { project } = useEditor()
  const reorder = useReorder()
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const last = project.prompts.length - 1

  function handleDrop(place: number) {
    if (dragged !== undefined) void reorder(dragged, place)
    setDragged(undefined)
    setOver(undefined)
  }

  return (
    <Modal open width={520} footer={null} title="Reorder Prompts" onCancel={onClose}>
      <ol className="reorder-list">
        {project.prompts.map(({ id, key, isNote }, place) => (
          <li
            key={id}
            draggable
            data-over={over === place && dragged !== place}
            onDragStart={() => setDragged(place)}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(place)
            }}
            onDragEnd={() => setOver(undefined)}
            onDrop={() => handleDrop(place)}
          >
            <HolderOutlined aria-hidden="true" />
            <span className="mono reorder-key">{key}</span>
            {isNote && <span className="note-word">Note</span>}
            <Button
              type="text"
              size="small"
              aria-label={`Move ${key} up`}
              icon={<ArrowUpOutlined />}
              disabled={place === 0}
              onClick={() => void reorder(place, place - 1)}
            />
            <Button
              type="text"
              size="small"
              aria-label={`Move ${key} down`}
              icon={<ArrowDownOutlined />}
              disabled={place === last}
              onClick={() => void reorder(place, place + 1)}
            />
          </li>
        ))}
      </ol>
    </Modal>
  )
}
