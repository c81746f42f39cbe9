import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useEditor } from '../state/editor-context.ts'
import { useReorder } from './use-reorder.ts'

/** Lists the prompts in order, to be dragged or moved step by step. */
export function ReorderDialog({ onClose }: { readonly onClose: () => void }) {
  const { project } = useEditor()
  const reorder = useReorder()
  const [draggedIndex, setDraggedIndex] = useState<number>()
  const [hoveredIndex, setHoveredIndex] = useState<number>()
  const lastIndex = project.prompts.length - 1

  function handleDrop(index: number) {
    if (draggedIndex !== undefined) void reorder(draggedIndex, index)
    setDraggedIndex(undefined)
    setHoveredIndex(undefined)
  }

  return (
    <Modal open width={520} footer={null} title="Reorder Prompts" onCancel={onClose}>
      <ol className="reorder-list">
        {project.prompts.map(({ id, key, isNote }, index) => (
          <li
            key={id}
            draggable
            data-over={hoveredIndex === index && draggedIndex !== index}
            onDragStart={() => setDraggedIndex(index)}
            onDragOver={(event) => {
              event.preventDefault()
              setHoveredIndex(index)
            }}
            onDragEnd={() => setHoveredIndex(undefined)}
            onDrop={() => handleDrop(index)}
          >
            <HolderOutlined aria-hidden="true" />
            <span className="mono reorder-key">{key}</span>
            {isNote && <span className="note-word">Note</span>}
            <Button
              type="text"
              size="small"
              aria-label={`Move ${key} up`}
              icon={<ArrowUpOutlined />}
              disabled={index === 0}
              onClick={() => void reorder(index, index - 1)}
            />
            <Button
              type="text"
              size="small"
              aria-label={`Move ${key} down`}
              icon={<ArrowDownOutlined />}
              disabled={index === lastIndex}
              onClick={() => void reorder(index, index + 1)}
            />
          </li>
        ))}
      </ol>
    </Modal>
  )
}
