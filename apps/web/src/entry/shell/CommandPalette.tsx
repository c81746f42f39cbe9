import { SearchOutlined } from '@ant-design/icons'
import { Input, Modal } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { type OfferedCommand, useOfferedCommands } from '../../shared/commands/commands.ts'
import { keysOf } from './keys-of.ts'
import { closeOverlay } from './palette-state.ts'
import { shownOfAGroup, usePaletteThings } from './palette-things.ts'
import './overlays.css'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Opens pages and runs commands found by a few typed letters. */
export function CommandPalette() {
  const commands = useOfferedCommands().filter(({ id }) => id !== 'palette')
  const [text, setText] = useState('')
  const things = usePaletteThings(text)
  const [place, setPlace] = useState(0)
  const matches = search(text.trim() ? [...commands, ...things.commands] : commands, text)
  const activeCommand = matches[Math.min(place, matches.length - 1)]

  function run(command: OfferedCommand) {
    closeOverlay()
    command.run()
  }

  function handleKey(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step && matches.length > 0) {
      event.preventDefault()
      setPlace((place + step + matches.length) % matches.length)
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
        placeholder="Type a page, a project, a workflow or an action"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={activeCommand && `palette-${activeCommand.id}`}
        aria-label="Type a page, a project, a workflow or an action"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setPlace(0)
        }}
        onKeyDown={handleKey}
      />
      <Found
        commands={matches}
        activeCommand={activeCommand}
        isSearching={things.isSearching}
        onRun={run}
      />
      {things.isIncomplete && (
        <p className="palette-note" role="status">
          Not everything could be searched just now.
        </p>
      )}
    </Modal>
  )
}

type FoundProps = {
  readonly commands: readonly OfferedCommand[]
  readonly activeCommand: OfferedCommand | undefined
  readonly isSearching: boolean
  readonly onRun: (command: OfferedCommand) => void
}

function Found({ commands, activeCommand, isSearching, onRun }: FoundProps) {
  if (commands.length === 0) {
    return (
      <p className="palette-nothing" role="status">
        {isSearching ? 'Searching …' : 'Nothing of that name.'}
      </p>
    )
  }
  return (
    <div id="palette-list" role="listbox" aria-label="Commands" className="palette-list">
      {commands.map((command, place) => (
        <div key={command.id}>
          {command.group !== commands[place - 1]?.group && (
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
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isIn = (haystack: string) => words.every((word) => haystack.toLowerCase().includes(word))
  const groups = [...new Set(commands.map(({ group }) => group))]
  return groups.flatMap((group) => {
    const ofGroup = commands.filter((command) => command.group === group)
    const titleMatches = ofGroup.filter(({ title }) => isIn(title))
    const descriptionMatches = ofGroup.filter(
      ({ title, hint = '' }) => !isIn(title) && isIn(`${title} ${hint}`),
    )
    // Limits search results to the requested page; the product's pages and actions are few anyway.
    return [...titleMatches, ...descriptionMatches].slice(0, 2 * shownOfAGroup)
  })
}
