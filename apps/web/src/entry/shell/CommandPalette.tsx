import { SearchOutlined } from '@ant-design/icons'
import { Input, Modal } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import {
  closeOverlay,
  type OfferedCommand,
  useOfferedCommands,
} from '../../shared/commands/commands.ts'
import { keysOf } from '../../shared/commands/keys-of.ts'
import { maxGroupResults, usePaletteResults } from './palette-results.ts'
import './overlays.css'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Opens pages and runs commands found by a few typed letters. */
export function CommandPalette() {
  const commands = useOfferedCommands().filter(({ id }) => id !== 'palette')
  const [text, setText] = useState('')
  const resources = usePaletteResults(text)
  const [activeIndex, setActiveIndex] = useState(0)
  const matches = search(text.trim() ? [...commands, ...resources.commands] : commands, text)
  const activeCommand = matches[Math.min(activeIndex, matches.length - 1)]

  function run(command: OfferedCommand) {
    closeOverlay()
    command.run()
  }

  function handleKey(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step && matches.length > 0) {
      event.preventDefault()
      setActiveIndex((activeIndex + step + matches.length) % matches.length)
    }
    if (event.key === 'Enter' && activeCommand) run(activeCommand)
  }

  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={560}
      style={{ top: 96 }}
      styles={{
        container: { padding: 0, overflow: 'hidden' },
        header: { position: 'absolute', margin: 0 },
      }}
      onCancel={closeOverlay}
      title={<span className="visually-hidden">Command palette</span>}
    >
      <Input
        autoFocus
        className="palette-input"
        variant="borderless"
        size="large"
        prefix={<SearchOutlined />}
        placeholder="Search pages, projects, workflows and actions"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={activeCommand && `palette-${activeCommand.id}`}
        aria-label="Search pages, projects, workflows and actions"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActiveIndex(0)
        }}
        onKeyDown={handleKey}
      />
      <CommandResults
        commands={matches}
        activeCommand={activeCommand}
        isSearching={resources.isSearching}
        onRun={run}
      />
      {resources.isIncomplete && (
        <p className="palette-note" role="status">
          Some results could not be loaded.
        </p>
      )}
    </Modal>
  )
}

type ResultProps = {
  readonly commands: readonly OfferedCommand[]
  readonly activeCommand: OfferedCommand | undefined
  readonly isSearching: boolean
  readonly onRun: (command: OfferedCommand) => void
}

function CommandResults({ commands, activeCommand, isSearching, onRun }: ResultProps) {
  if (commands.length === 0) {
    return (
      <p className="palette-nothing" role="status">
        {isSearching ? 'Searching…' : 'No results'}
      </p>
    )
  }
  return (
    <div id="palette-list" role="listbox" aria-label="Commands" className="palette-list">
      {commands.map((command, index) => (
        <div key={command.id}>
          {command.group !== commands[index - 1]?.group && (
            <div className="palette-group" role="presentation">
              {command.group}
            </div>
          )}
          <div
            id={`palette-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === activeCommand}
            className="palette-item"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRun(command)}
            onKeyDown={(event) => event.key === 'Enter' && onRun(command)}
          >
            <span>{command.title}</span>
            {command.hint && <span className="palette-hint">{command.hint}</span>}
            {command.shortcut && <kbd>{keysOf(command.shortcut)}</kbd>}
          </div>
        </div>
      ))}
    </div>
  )
}

/**
 * Finds commands that contain every typed word. Groups stay in order, and matches in titles precede
 * those in descriptions.
 */
function search(commands: readonly OfferedCommand[], text: string): OfferedCommand[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isIn = (haystack: string) => terms.every((word) => haystack.toLowerCase().includes(word))
  const groups = [...new Set(commands.map(({ group }) => group))]
  return groups.flatMap((group) => {
    const ofGroup = commands.filter((command) => command.group === group)
    const titleMatches = ofGroup.filter(({ title }) => isIn(title))
    const descriptionMatches = ofGroup.filter(
      ({ title, hint = '' }) => !isIn(title) && isIn(`${title} ${hint}`),
    )
    // Limits search results to the requested page; the product's pages and actions are few anyway.
    return [...titleMatches, ...descriptionMatches].slice(0, 2 * maxGroupResults)
  })
}
