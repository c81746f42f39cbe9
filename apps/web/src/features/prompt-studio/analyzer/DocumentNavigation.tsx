import { LeftOutlined, RightOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Drawer, Tooltip } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useAnalyzer } from './analyzer-context.ts'

/** Navigates between documents: by a list, by buttons, or with the arrow keys. */
export function DocumentNavigation() {
  const { documents, document, select } = useAnalyzer()
  const [isOpen, setOpen] = useState(false)
  const index = documents.findIndex(({ id }) => id === document.id)
  const previous = documents[index - 1]
  const next = documents[index + 1]
  const goTo = (target: typeof next) => target && select(target.id)
  const commandGroup = { group: 'Output analyzer' }
  useCommands([
    {
      id: 'previous-document',
      title: 'Previous document',
      shortcut: 'arrowleft',
      ...commandGroup,
      run: () => goTo(previous),
    },
    {
      id: 'next-document',
      title: 'Next document',
      shortcut: 'arrowright',
      ...commandGroup,
      run: () => goTo(next),
    },
  ])

  return (
    <div className="analyzer-steps">
      <Tooltip title="Documents">
        <Button
          aria-label="Document list"
          icon={<UnorderedListOutlined />}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      <span className="analyzer-document" title={document.name}>
        {document.name}
      </span>
      <span className="document-count">
        {index + 1} of {documents.length}
      </span>
      <Button
        aria-label="Previous document"
        icon={<LeftOutlined />}
        disabled={!previous}
        onClick={() => goTo(previous)}
      />
      <Button
        aria-label="Next document"
        icon={<RightOutlined />}
        disabled={!next}
        onClick={() => goTo(next)}
      />
      <Drawer title="Documents" open={isOpen} placement="left" onClose={() => setOpen(false)}>
        <ul className="analyzer-list">
          {documents.map(({ id, name }) => (
            <li key={id}>
              <Button
                block
                type={id === document.id ? 'primary' : 'text'}
                aria-current={id === document.id}
                onClick={() => {
                  select(id)
                  setOpen(false)
                }}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      </Drawer>
    </div>
  )
}
